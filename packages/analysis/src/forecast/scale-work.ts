import type { GuestLoad, ServiceTime } from '@steelyard/simulator'

/** Multiplies the guest's CPU time per request, both in the service and in its network stack. */
export function scaleWork(load: GuestLoad, factor: number): GuestLoad {
  if (factor === 1) return load
  return {
    ...load,
    serviceTime: scaled(load.serviceTime, factor),
    ...(load.path && {
      path: load.path.map((leg) =>
        leg.on === 'domain-0' || leg.cpuSeconds === undefined
          ? leg
          : { ...leg, cpuSeconds: leg.cpuSeconds * factor },
      ),
    }),
  }
}

function scaled(serviceTime: ServiceTime, factor: number): ServiceTime {
  switch (serviceTime.kind) {
    case 'constant':
      return { ...serviceTime, seconds: serviceTime.seconds * factor }
    case 'empirical':
      return {
        ...serviceTime,
        seconds: Float64Array.from(serviceTime.seconds, (seconds) => seconds * factor),
      }
    default:
      return { ...serviceTime, meanSeconds: serviceTime.meanSeconds * factor }
  }
}
