#!/usr/bin/env node
// The command line from its sources, as `npm ci` links it in a checkout.
import 'tsx'

await import('./src/main.ts')
