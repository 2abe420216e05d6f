// `npm start` runs everything on this machine, from an empty checkout to the ready line.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(
    `Steelyard needs Node 22.15 or newer, and this is ${process.version}. ` +
      'On Linux for x86-64 and arm64, `npm ci && npm start` brings its own.',
  )
  process.exit(1)
}

// Loaded only after the check, because its imports use features that older releases lack.
const { launch } = await import('./lib/product/launcher.ts')
process.exit(await launch(process.env))
