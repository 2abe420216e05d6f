import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import { WEB_SERVERS } from './domains.ts'

/** A slow page only waits, so that the pCPUs stay idle meanwhile. */
const PREPARE = `set -e
cd /var/www/html
for page in index.html costly; do echo 'back end on port 80' >$page; done
echo '<?php usleep(1500000); echo "back end on port 80\\n";' >slow.php
echo 'Alias "/slow" "/var/www/html/slow.php"' >/etc/apache2/conf-enabled/slow.conf
. /etc/apache2/envvars
apache2 -k graceful`

/** Gives both web servers the pages that the clients ask for. */
export async function prepareWebServers(host: XenHost): Promise<void> {
  for (const { number } of WEB_SERVERS) await host.runInGuest(number, PREPARE)
}
