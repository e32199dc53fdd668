import { t } from '@steward/i18n/reader'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { fileUrl } from '../../api/config.ts'
import { toFailure } from '../../api/failure.ts'
import { requestBody } from '../../api/request-body.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { ImageField } from '../../ui/image/image-field.tsx'
import { dataUrlBlob, isNewPicture } from '../../ui/image/picture-file.ts'
import { toast, undoable } from '../../ui/messages/messages.tsx'
import { ownProfile } from './profile.queries.ts'

interface Change {
  image: string | null
  undoes?: boolean
}

/** The own picture; saved as soon as it is chosen, with an Undo for some seconds. */
export function PictureForm(props: { user: User; onSaved: (user: User) => void }) {
  const client = useQueryClient()
  const image = props.user.image ?? null
  const show = (shown: string | null) =>
    client.setQueryData(ownProfile.queryKey, (user) => user && { ...user, image: shown })
  const save = useMutation({
    scope: { id: 'profile.image' },
    mutationFn: async (change: Change) => await call('profile.image', { body: await sent(change) }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: ownProfile.queryKey })
      const before = client.getQueryData(ownProfile.queryKey)?.image ?? null
      show(change.image)
      return { before }
    },
    onSuccess: ({ message, data }, { undoes }, { before }) => {
      client.setQueryData(ownProfile.queryKey, data)
      props.onSaved(data)
      const words = message || t('Picture saved')
      if (undoes) toast.success(words)
      else {
        const undo = () => save.mutate({ image: before, undoes: true })
        undoable(words, undo)
      }
    },
    onError: (_error, _change, context) => show(context?.before ?? null),
  })
  const failure = save.error ? toFailure(save.error) : null
  const { fields, rest } = fieldErrors(failure, ['image'])
  return (
    <div>
      <ImageField
        label={t('Picture')}
        shape="person"
        value={image ?? ''}
        name={props.user.name ?? null}
        error={fields['image']}
        onChange={(next) => save.mutate({ image: next || null })}
      />
      <FailureBox failure={failure} lines={rest} />
    </div>
  )
}

async function sent({ image }: Change) {
  const file = image && (isNewPicture(image) ? dataUrlBlob(image) : await fetched(image))
  return requestBody({ image: file || null })
}

async function fetched(image: string): Promise<Blob> {
  const answer = await fetch(fileUrl(image)).catch(() => null)
  if (!answer?.ok) throw new Error(t('Your previous picture couldn’t be loaded. Choose it again.'))
  return await answer.blob()
}
