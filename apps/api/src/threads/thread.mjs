// Plain JavaScript, so that the thread starts the same way however the process was started; it
// registers the loader for the TypeScript itself, which Node needs until 22.18.
if (!process.features.typescript) (await import('tsx/esm/api')).register()

/**
 * Calls a function of a module with plain data. Its answer and what it throws on purpose come back as
 * plain data too: the class of an error would be lost on the way, but not what it says.
 */
export default async function work({ module, name, question, knownErrors }) {
  const { [name]: act } = await import(module)
  try {
    return { answer: await act(question) }
  } catch (error) {
    if (!knownErrors.includes(error.name)) throw error
    return { error: { ...error, name: error.name, message: error.message } }
  }
}
