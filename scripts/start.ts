// `npm start` runs everything on this machine, from an empty checkout to the ready line.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Steelyard needs Node 20.19 or newer; this is ${process.version}.`)
  process.exit(1)
}

// Loaded only after the check, because its imports use features that older releases lack.
const { launch } = await import('./lib/product/launcher.ts')
process.exit(await launch(process.env))
