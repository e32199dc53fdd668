import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** The folders of stored files. */
export const storedFolders = ['uploads', 'imports', 'erased'] as const
export type StoredFolder = (typeof storedFolders)[number]

/** The name of a stored file with its folder, such as `uploads/3f….webp`. */
export type StoredName = `${StoredFolder}/${string}`

export interface StoredFile {
  /** The name without its folder. */
  name: string
  /** In bytes. */
  size: number
  /** When it was last written, in milliseconds since 1970. */
  changedAt: number
}

/** The answer to a request for a file. */
interface ServedFile {
  status: number
  headers: OutgoingHttpHeaders
  body: Readable | Buffer
}

/** A file on this machine's disk, to be given back once it has been read. */
export interface LocalFile {
  path: string
  close(): Promise<void>
}

/** A file that is written piece by piece at `path`. */
export interface Draft {
  path: string
  /** Stores what was written; nothing if there is no file. */
  keep(): Promise<void>
  /** Removes what is not part of the storage; harmless after `keep`. */
  close(): Promise<void>
}

/**
 * Where files that people send are kept: the data directory or a bucket. Every method throws an
 * `Outage` while the bucket can't be used.
 */
export interface FileStorage {
  /** Identifies what this storage holds among the storages of several servers; a UUID. */
  id(): Promise<string>
  /** Stores a file completely or not at all; throws what reading `bytes` throws. */
  save(name: StoredName, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Stores a file of this machine's disk, which may be gone afterwards. */
  take(name: StoredName, path: string): Promise<void>
  /** The stream must be read to its end or destroyed; null for no such file. */
  read(name: StoredName): Promise<{ size: number; bytes: Readable } | null>
  /** Answers a request for a file; null for no such file. */
  serve(name: StoredName, request: IncomingMessage): Promise<ServedFile | null>
  /** Makes a file readable on this machine's disk; null for no such file. */
  local(name: StoredName): Promise<LocalFile | null>
  draft(name: StoredName): Promise<Draft>
  has(name: StoredName): Promise<boolean>
  /** The files of a folder in pages, by name; unfinished ones end in `.part`. */
  list(folder: StoredFolder): AsyncIterable<StoredFile[]>
  /** Removes a file; one that is gone already is no error. */
  remove(name: StoredName): Promise<void>
}
