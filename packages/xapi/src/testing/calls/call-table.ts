import type { Role } from '../state/roles.ts'

export interface ApiCall {
  /** Types of the parameters after the session; with `?` where they may be left out. */
  params: readonly string[]
  result: string
  /** The least role that may make the call. */
  role: Role
  /** Errors that are documented for it; any call may also fail for its session, role or handles. */
  errors: readonly string[]
}

const call = (
  role: Role,
  params: readonly string[],
  result = 'void',
  errors: readonly string[] = [],
): ApiCall => ({ params, result, role, errors })

const MAP = '(string -> string) map'
const POWER_ERRORS = [
  'OPERATION_NOT_ALLOWED',
  'OTHER_OPERATION_IN_PROGRESS',
  'VM_BAD_POWER_STATE',
  'VM_IS_TEMPLATE',
]

/** What the double answers beside the calls that every class has. Facts of XAPI's interface. */
const OWN_CALLS: Record<string, ApiCall> = {
  'session.login_with_password': call(
    'read-only',
    ['string', 'string', 'string?', 'string?'],
    'session ref',
    ['HOST_IS_SLAVE', 'SESSION_AUTHENTICATION_FAILED'],
  ),
  'session.logout': call('read-only', []),
  'event.from': call('read-only', ['string set', 'string', 'float'], 'an event batch', [
    'EVENT_FROM_TOKEN_PARSE_FAILURE',
    'EVENT_SUBSCRIPTION_PARSE_FAILURE',
  ]),
  'event.inject': call('read-only', ['string', 'string'], 'string'),
  'task.create': call('read-only', ['string', 'string'], 'task ref'),
  'task.destroy': call('read-only', ['task ref']),
  'task.cancel': call('read-only', ['task ref'], 'void', ['OPERATION_NOT_ALLOWED']),
  'pool.add_to_other_config': call('pool-operator', ['pool ref', 'string', 'string']),
  'pool.remove_from_other_config': call('pool-operator', ['pool ref', 'string']),
  'host.enable': call('pool-operator', ['host ref']),
  'host.disable': call('pool-operator', ['host ref', 'bool?']),
  'host.compute_free_memory': call('read-only', ['host ref'], 'int'),
  'VM.get_by_name_label': call('read-only', ['string'], 'VM ref set'),
  'VM.set_name_description': call('vm-admin', ['VM ref', 'string']),
  'VM.set_VCPUs_params': call('vm-admin', ['VM ref', MAP]),
  'VM.add_to_VCPUs_params': call('vm-admin', ['VM ref', 'string', 'string']),
  'VM.remove_from_VCPUs_params': call('vm-admin', ['VM ref', 'string']),
  'VM.add_to_VCPUs_params_live': call('vm-admin', ['VM ref', 'string', 'string']),
  'VM.add_to_blocked_operations': call('vm-admin', ['VM ref', 'enum vm_operations', 'string']),
  'VM.remove_from_blocked_operations': call('vm-admin', ['VM ref', 'enum vm_operations']),
  'VM.get_possible_hosts': call('read-only', ['VM ref'], 'host ref set'),
  'VM.assert_agile': call('read-only', ['VM ref']),
  'VM.assert_can_boot_here': call('read-only', ['VM ref', 'host ref'], 'void', [
    'HOST_CANNOT_ATTACH_NETWORK',
    'HOST_DISABLED',
    'HOST_NOT_ENOUGH_FREE_MEMORY',
    'HOST_NOT_ENOUGH_PCPUS',
    'HOST_NOT_LIVE',
    'INVALID_VALUE',
    'MEMORY_CONSTRAINT_VIOLATION',
    'NETWORK_SRIOV_INSUFFICIENT_CAPACITY',
    'OPERATION_NOT_ALLOWED',
    'VALUE_NOT_SUPPORTED',
    'VM_HOST_INCOMPATIBLE_VERSION',
    'VM_HOST_INCOMPATIBLE_VIRTUAL_HARDWARE_PLATFORM_VERSION',
    'VM_HVM_REQUIRED',
    'VM_INCOMPATIBLE_WITH_THIS_HOST',
    'VM_REQUIRES_GPU',
    'VM_REQUIRES_IOMMU',
    'VM_REQUIRES_NETWORK',
    'VM_REQUIRES_SR',
    'VM_REQUIRES_VGPU',
  ]),
  'VM.pool_migrate': call('vm-power-admin', ['VM ref', 'host ref', MAP], 'void', POWER_ERRORS),
  'VM.pause': call('vm-operator', ['VM ref'], 'void', POWER_ERRORS),
  'VM.unpause': call('vm-operator', ['VM ref'], 'void', [
    'OPERATION_NOT_ALLOWED',
    'VM_BAD_POWER_STATE',
    'VM_IS_TEMPLATE',
  ]),
  'VM.clean_shutdown': call('vm-operator', ['VM ref'], 'void', POWER_ERRORS),
  'VM.get_data_sources': call('read-only', ['VM ref'], 'data_source record set'),
  'VM.record_data_source': call('vm-admin', ['VM ref', 'string']),
  'VM.forget_data_source_archives': call('vm-admin', ['VM ref', 'string']),
}

/** Fields that the double also answers one by one. */
const FIELDS: Record<string, Record<string, string>> = {
  host: { address: 'string', enabled: 'bool' },
  host_metrics: { live: 'bool' },
  pool: { master: 'host ref' },
  task: { status: 'enum task_status_type' },
  VM: { power_state: 'enum vm_power_state', resident_on: 'host ref', VCPUs_params: MAP },
}

const CLASSES = [
  'host',
  'host_cpu',
  'host_metrics',
  'PBD',
  'pool',
  'SR',
  'task',
  'VBD',
  'VDI',
  'VM',
  'VM_group',
  'VM_guest_metrics',
  'VM_metrics',
] as const

function callsOfClass(className: string): [string, ApiCall][] {
  const read = (name: string, params: readonly string[], result: string): [string, ApiCall] => [
    `${className}.${name}`,
    call('read-only', params, result),
  ]
  return [
    read('get_all', [], `${className} ref set`),
    read('get_all_records', [], `(${className} ref -> ${className} record) map`),
    read('get_record', [`${className} ref`], `${className} record`),
    read('get_by_uuid', ['string'], `${className} ref`),
    ...Object.entries({ uuid: 'string', ...FIELDS[className] }).map(([field, type]) =>
      read(`get_${field}`, [`${className} ref`], type),
    ),
  ]
}

/** Every call that the double answers, by its name. */
export const CALLS: ReadonlyMap<string, ApiCall> = new Map([
  ...CLASSES.flatMap(callsOfClass),
  ...Object.entries(OWN_CALLS),
])
