// Loaded into every child of the launcher. A launcher that was killed outright cannot stop its
// children, but the channel to them closes, and they then stop as if they had been signalled.
const GRACE_MS = 9000

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), GRACE_MS).unref()
})
process.channel?.unref()
