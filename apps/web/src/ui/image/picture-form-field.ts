import { dataUrlBlob, isNewPicture } from './picture-file.ts'

/** The picture field of a form: a URL, a `data:` URL for a new picture, or empty for none. */
export const pictureField = {
  label: 'Picture',
  read: (record: { image: string | null } | null) => record?.image ?? '',
  toRequest: (image: string) =>
    isNewPicture(image) ? dataUrlBlob(image) : image === '' ? null : undefined,
  inWords: (image: string) =>
    image === '' ? 'none' : isNewPicture(image) ? 'a new picture' : 'another picture',
}
