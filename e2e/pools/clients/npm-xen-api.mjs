// What a program on npm's xen-api does with a pool: node npm-xen-api.mjs MODULE URL. It prints JSON.
const [, , module, url] = process.argv
const { createClient } = await import(module)

const found = {}
const xapi = createClient({
  url,
  auth: { user: 'root', password: 'secret' },
  allowUnauthorized: true,
  debounce: 10,
})
await xapi.connect()
await xapi.objectsFetched
const objects = Object.values(xapi.objects.all)
const named = (type, name) =>
  objects.find((each) => each.$type === type && each.name_label === name)
found.hosts = objects.filter(({ $type }) => $type === 'host').length
const guest = named('VM', 'guest1')
found.guest = {
  state: guest.power_state,
  vCpus: guest.VCPUs_at_startup,
  params: guest.VCPUs_params,
}

await xapi.setFieldEntry('VM', guest.$ref, 'VCPUs_params', 'weight', '512')
await xapi.barrier(guest.$ref)
found.seenByEvent = xapi.getObject(guest.$ref).VCPUs_params

found.possible = (await xapi.callAsync('VM.get_possible_hosts', guest.$ref)).length
await xapi.callAsync('VM.pool_migrate', guest.$ref, named('host', 'host2').$ref, { live: 'true' })
found.movedTo = xapi.getObject(await xapi.getField('VM', guest.$ref, 'resident_on')).name_label

const codeOf = (promise) =>
  promise.then(
    () => null,
    ({ code }) => code,
  )
found.refusals = [
  await codeOf(xapi.call('VM.frobnicate', guest.$ref)),
  await codeOf(xapi.call('VM.get_record', 'OpaqueRef:none')),
  await codeOf(xapi.callAsync('VM.pool_migrate', guest.$ref, 'OpaqueRef:none', {})),
]
await xapi.disconnect()
console.log(JSON.stringify(found))
process.exit(0)
