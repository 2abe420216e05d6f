import type { PoolHost } from '@steelyard/xapi'

/**
 * Whether the hypervisor of a host weighs Domain-0 by itself under credit (`automaticDomain0Weight`).
 * That of XCP-ng is patched so. Whether others are, nobody has looked.
 */
export function weighsDomain0({ productBrand }: Pick<PoolHost, 'productBrand'>): boolean {
  return productBrand === 'XCP-ng'
}
