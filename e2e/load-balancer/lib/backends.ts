import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SLOW_BYTES_PER_SECOND = 100

/** Starts Debian's nginx as a back end, with its own directory, in the foreground. */
export function startNginx(directory: string, port: number): ChildProcess {
  mkdirSync(path.join(directory, 'www'), { recursive: true })
  // nginx started by root reads its files under another account.
  for (const each of [path.dirname(directory), directory]) chmodSync(each, 0o755)
  const text = `back end on port ${port}\n`
  for (const name of ['index.html', 'costly']) {
    writeFileSync(path.join(directory, 'www', name), text)
  }
  writeFileSync(path.join(directory, 'www', 'slow'), text.padEnd(1.5 * SLOW_BYTES_PER_SECOND))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    path.join(directory, 'nginx.conf'),
    `daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  keepalive_requests 100000;
${temporary.map((kind) => `  ${kind}_temp_path ${directory}/${kind};`).join('\n')}
  server {
    listen 127.0.0.1:${port};
    root ${directory}/www;
    location = /slow { limit_rate ${SLOW_BYTES_PER_SECOND}; }
  }
}
`,
  )
  const args = ['-p', directory, '-c', path.join(directory, 'nginx.conf')]
  args.push('-e', path.join(directory, 'error.log'))
  return spawn('nginx', args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}
