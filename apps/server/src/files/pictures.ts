import { DecodeQueue } from './decode-queue.ts'
import type { Files } from './disk.ts'
import { squarePicture } from './images.ts'

/** Pictures that people upload. */
export interface Pictures {
  /**
   * Keeps an uploaded picture while `work` writes its URL into a record; should that fail, the file
   * goes again. The file that it replaces stays, since an undo brings its URL back.
   * @param bytes undefined where none was uploaded; `work` then gets undefined too
   * @param person id of whoever uploads
   * @throws {Failure} what {@link squarePicture} and the queue of decoding refuse
   */
  keep<R>(
    bytes: Uint8Array | undefined,
    person: string,
    work: (url: string | undefined) => Promise<R>,
  ): Promise<R>
}

export function openPictures(files: Files): Pictures {
  const queue = new DecodeQueue()
  return {
    keep: async (bytes, person, work) => {
      if (!bytes) return await work(undefined)
      const picture = await queue.run(person, () => squarePicture(bytes))
      const url = await files.save(picture, 'webp')
      try {
        return await work(url)
      } catch (error) {
        await files.remove(url)
        throw error
      }
    },
  }
}
