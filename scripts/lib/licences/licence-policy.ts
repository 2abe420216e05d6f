/**
 * Licences whose works may be combined with ours, GPL-3.0-or-later. Each obligation they add (to keep
 * a notice) is met by THIRD-PARTY-NOTICES.
 */
const COMPATIBLE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0', // glpk.js names it in the older way
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
])

/** Packages that are not program code, so that they merely lie beside ours. */
const ASIDE: Record<string, string> = {
  '@fontsource-variable/inter': 'OFL-1.1', // a font
  'caniuse-lite': 'CC-BY-4.0', // a table of browsers
  // A font, under the permissive licence of Bitstream Vera, which its file LICENSE holds.
  'dejavu-fonts-ttf': 'SEE LICENSE IN README.md AND LICENSE',
}

/** Whether a package may be part of what we distribute. `licence` is an SPDX expression. */
export function isCompatible(packageName: string, licence: string): boolean {
  return ASIDE[packageName] === licence || holds(licence)
}

/** Enough of SPDX for what packages say: AND binds more strongly than OR, parentheses surround all. */
function holds(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes('(')) return false
  return bare
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => COMPATIBLE.has(licence.trim())))
}
