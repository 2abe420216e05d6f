// Loaded into every child of the launcher. A launcher that was killed outright cannot stop its
// children, but the channel to them closes: they then stop as if they had been told to.
const GRACE_MS = 9000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), GRACE_MS).unref()
})
process.channel?.unref()
