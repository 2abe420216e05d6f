import { visible } from '../reading/visible.ts'
import { TraceError } from '../trace-error.ts'

/** Takes typed values out of parsed JSON; every error contains the property's name. */
export class JsonReader {
  readonly #value: unknown
  readonly #at: string

  constructor(value: unknown, at: string) {
    this.#value = value
    this.#at = at
  }

  get(key: string): JsonReader {
    return this.optional(key) ?? new JsonReader(undefined, this.#pathTo(key)).#refuse('a value')
  }

  /** Null when the property is missing or null. */
  optional(key: string): JsonReader | null {
    const object = this.#object()
    const value = Object.hasOwn(object, key) ? object[key] : null
    return value === null ? null : new JsonReader(value, this.#pathTo(key))
  }

  string(): string {
    return typeof this.#value === 'string' ? this.#value : this.#refuse('a text')
  }

  /** The name of a domain or a file, or a description, in a form that is safe to show anywhere. */
  shown(): string {
    return visible(this.string())
  }

  oneOf<T extends string>(...values: T[]): T {
    const found = values.find((value) => value === this.#value)
    return found ?? this.#refuse(values.join(' or '))
  }

  number(): number {
    return Number.isFinite(this.#value) ? (this.#value as number) : this.#refuse('a number')
  }

  integer(min: number, max: number): number {
    const value = this.number()
    if (Number.isInteger(value) && value >= min && value <= max) return value
    return this.#refuse(`a whole number from ${min} to ${max}`)
  }

  list<T>(read: (item: JsonReader) => T): T[] {
    if (!Array.isArray(this.#value)) return this.#refuse('a list')
    return this.#value.map((item, i) => read(new JsonReader(item, `${this.#at}[${i}]`)))
  }

  record<T>(read: (item: JsonReader) => T): Record<string, T> {
    const entries = Object.entries(this.#object())
    return Object.fromEntries(
      entries.map(([key, value]) => [key, read(new JsonReader(value, this.#pathTo(key)))]),
    )
  }

  #object(): Record<string, unknown> {
    if (typeof this.#value === 'object' && this.#value !== null && !Array.isArray(this.#value))
      return this.#value as Record<string, unknown>
    return this.#refuse('an object')
  }

  #pathTo(key: string): string {
    return this.#at === '' ? key : `${this.#at}.${key}`
  }

  #refuse(expected: string): never {
    throw new TraceError(
      'bad-recording',
      `recording.json: ${this.#at || 'the file'} must be ${expected}.`,
      {
        where: { path: 'recording.json', column: this.#at },
        expected,
      },
    )
  }
}
