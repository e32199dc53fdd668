import { dataUrlBlob, isNewPicture } from './picture-file.ts'

/** A URL, a `data:` address for a new picture, empty for none. */
export const pictureField = {
  label: 'Picture',
  read: (record: { image: string | null } | null) => record?.image ?? '',
  toRequest: (image: string) =>
    isNewPicture(image) ? dataUrlBlob(image) : image === '' ? null : undefined,
  inWords: (image: string) =>
    image === '' ? 'none' : isNewPicture(image) ? 'a new picture' : 'another picture',
}
