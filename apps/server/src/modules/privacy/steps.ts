import type { ContentChoice, PersonalPlace } from '@steward/contract/privacy/places'
import type { Db } from '../../db/connection/connection.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import type { FileStorage } from '../../storage/storage.ts'
import { networkOf } from '../authentication/sign-in-origin.ts'
import { eraseFromAuditLog } from './audit-entries.ts'
import { mentionsIn, personalData } from './catalogue/catalogue.ts'
import type { Place } from './catalogue/place.ts'
import { eraseFromCopies } from './copies.store.ts'
import { handOverErasures } from './erased-people.store.ts'
import { type Identifiers, soughtOf } from './identifiers.ts'
import {
  deleteTheirs,
  namedIn,
  replaceMentions,
  replaceNamed,
  replaceTheirs,
} from './places.store.ts'
import { deleteAttempts, isPurged, purgePerson, purgeTheirs } from './purge-content.store.ts'
import { dropSnapshots, forgetUploader } from './snapshots.store.ts'

/** How many rows one transaction changes, so that others don't wait noticeably. */
const batchSize = 250

export interface Erasing {
  person: string
  content: ContentChoice
  identifiers: Identifiers
  /** The audit entry behind which the step goes on; 0 at first. */
  after: number
}

/** What a batch did; the files are removed once it is committed. */
export interface Erased {
  count: number
  isOver: boolean
  pictures?: readonly string[]
  /** See {@link Erasing}. */
  after?: number
}

/** One part of an erasure, which is done in batches until it is over; done again, it finds nothing. */
export interface ErasureStep {
  name: string
  place: PersonalPlace
  erase(writing: WriteTransaction, what: Erasing): Promise<Erased>
}

export interface ErasureContext {
  db: Db
  storage: FileStorage
  dataDir: string
}

const inBatches = (count: number, pictures?: readonly string[]): Erased => ({
  count,
  isOver: count < batchSize,
  ...(pictures && { pictures }),
})

const rowsOf = (place: Place): ErasureStep | [] => {
  const { table, erasure } = place
  const step = { name: `rows ${table}`, place: place.place }
  if (erasure === 'delete') {
    return {
      ...step,
      erase: async ({ tx }, { person }) => {
        const deleted = await deleteTheirs(tx, place, person, batchSize)
        if (deleted === batchSize) return inBatches(deleted)
        const replaced = await replaceNamed(tx, place, person, batchSize)
        return { count: deleted + replaced, isOver: replaced < batchSize }
      },
    }
  }
  if (erasure === 'replace') {
    return {
      ...step,
      erase: async ({ tx }, { person }) =>
        inBatches(await replaceTheirs(tx, place, person, batchSize)),
    }
  }
  if (typeof erasure === 'object' && namedIn(place).length > 0) {
    return {
      ...step,
      erase: async ({ tx }, { person }) =>
        inBatches(await replaceNamed(tx, place, person, batchSize)),
    }
  }
  if (erasure !== 'choose') return []
  return {
    ...step,
    erase: async (writing, { person, content }) => {
      if (content === 'keep') return inBatches(0)
      if (!isPurged(table))
        return inBatches(await deleteTheirs(writing.tx, place, person, batchSize))
      const { count, pictures } = await purgeTheirs(writing, table, person, batchSize)
      return inBatches(count, pictures)
    },
  }
}

const mentionsOf = (place: Place): ErasureStep | [] =>
  mentionsIn(place).length === 0
    ? []
    : {
        name: `mentions ${place.table}`,
        place: place.place,
        erase: async ({ tx }, { identifiers }) => {
          const sought = soughtOf(identifiers)
          return inBatches(sought ? await replaceMentions(tx, place, sought, batchSize) : 0)
        },
      }

/** Goes through the audit log once. */
const auditPass = (name: string): ErasureStep => ({
  name,
  place: 'auditLog',
  erase: async ({ tx, actor }, { person, content, identifiers, after }) => {
    const what = { person, identifiers, content: content === 'delete' }
    const { last, entries } = await eraseFromAuditLog(tx, actor, what, after)
    return { count: entries, isOver: last === null, after: last ?? 0 }
  },
})

/**
 * All of an erasure (right to erasure), in its order. The person comes behind everything that leads to them, and the audit log behind what
 * writes entries; lists of a past moment are prepared from both, so that they come last.
 */
export const erasureSteps: readonly ErasureStep[] = [
  {
    name: 'erasures of others',
    place: 'erasures',
    erase: async ({ tx }, { person }) => {
      await handOverErasures(tx, person)
      return { count: 0, isOver: true }
    },
  },
  ...personalData.flatMap(rowsOf),
  // Before mentions, which replace the addresses that tell whose a copy is.
  {
    name: 'copies',
    place: 'proposals',
    erase: async ({ tx }, { person, identifiers }) => ({
      count: await eraseFromCopies(tx, person, identifiers),
      isOver: true,
    }),
  },
  ...personalData.flatMap(mentionsOf),
  {
    name: 'attempts',
    place: 'attempts',
    erase: async (writing, { person, identifiers }) => ({
      count: await deleteAttempts(writing, person, {
        addresses: identifiers.addresses,
        networks: identifiers.networks.map(networkOf),
      }),
      isOver: true,
    }),
  },
  {
    name: 'person',
    place: 'account',
    erase: async (writing, { person, identifiers }) => {
      await forgetUploader(writing.tx, person)
      const count = await purgePerson(writing, person)
      return { count, isOver: true, pictures: identifiers.pictures }
    },
  },
  auditPass('audit log'),
  // Once more, for what others wrote meanwhile.
  auditPass('audit log again'),
  {
    name: 'snapshots',
    place: 'snapshots',
    erase: async ({ tx }) => ({ count: await dropSnapshots(tx), isOver: true }),
  },
]
