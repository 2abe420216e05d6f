export type {
  PlacementGroup,
  PoolDoubt,
  PoolGuest,
  PoolHost,
  PoolInventory,
  PoolStorage,
  PowerState,
} from './pool-inventory.ts'
