/** What an operator takes to the machine of the load balancer; companions/haproxy/README.md tells more. */
export const installCommands = `install -m 755 steelyard-haproxy /usr/local/sbin/
install -m 644 steelyard-haproxy.service /etc/systemd/system/
systemctl daemon-reload
systemctl enable --now steelyard-haproxy`

export function configurationFile(url: string, hostId: string): string {
  return `STEELYARD_URL=${url}
STEELYARD_HOST_ID=${hostId}
STEELYARD_TOKEN_FILE=/etc/steelyard-haproxy.token`
}

export const haproxyLines = `# /etc/default/haproxy
EXTRAOPTS="-f /etc/haproxy/steelyard-threads.cfg -S /run/haproxy-master.sock"

# /etc/haproxy/haproxy.cfg, without an nbthread of its own
global
    stats socket /run/haproxy/admin.sock mode 660 level admin expose-fd listeners
    hard-stop-after 5m
defaults
    option idle-close-on-response`

export const firstThreads = `printf 'global\\n    nbthread 1\\n' > /etc/haproxy/steelyard-threads.cfg
systemctl restart haproxy`

export const oldHaproxyLines = `# /etc/steelyard-haproxy.conf, in addition; nbproc is gone since HAProxy 2.5
DIRECTIVE=nbproc`
