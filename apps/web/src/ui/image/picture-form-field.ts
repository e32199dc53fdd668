import { dataUrlBlob, isNewPicture } from './picture-file.ts'

/** The picture of a record as a field of its form: its URL, a `data:` address for a new one, empty for none. */
export const pictureField = {
  label: 'Picture',
  read: (record: { image: string | null } | null) => record?.image ?? '',
  toRequest: (image: string) =>
    isNewPicture(image) ? dataUrlBlob(image) : image === '' ? null : undefined,
  inWords: (image: string) =>
    image === '' ? 'none' : isNewPicture(image) ? 'a new picture' : 'another picture',
}
