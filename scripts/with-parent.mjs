// Loaded into every child of the launcher. A launcher that was killed outright cannot stop its
// children, but the channel to them closes, and they then stop as if they had been signalled. The
// launcher in turn takes a child that sends no sign of life for hung.

const GRACE_MS = 9000
const ALIVE_MS = 2000

// Threads and children of such a child load this too, but have other channels, or none.
if (process.env.HAS_LAUNCHER) {
  delete process.env.HAS_LAUNCHER
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), GRACE_MS).unref()
  })
  process.channel?.unref()
  setInterval(() => {
    if (process.connected) process.send({ type: 'alive' }, () => {}) // it may close meanwhile
  }, ALIVE_MS).unref()
}
