import { IANAZone } from 'luxon'

/** Where some events take place, beside the community's own town, whose clocks are those of UTC. */
export const eventZones = [
  'Europe/Lisbon',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Tokyo',
] as const

/** The moment at which the clocks of a zone show what those of UTC show at another; in milliseconds. */
export const byClocksOf = (zone: string, at: number): number =>
  at - IANAZone.create(zone).offset(at) * 60_000
