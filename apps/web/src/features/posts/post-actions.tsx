import { areas } from '@steward/contract/areas/areas'
import { maxDecidedPosts } from '@steward/contract/posts/posts.routes'
import { t } from '@steward/i18n/reader'
import { IconFlagOff, IconGavel, IconUserOff } from '@tabler/icons-react'
import { isDeleted } from '../../api/answers/read.ts'
import type { Post } from '../../api/answers/records.ts'
import { useDeactivate } from '../../shared/people/deactivate-person.ts'
import { useMayCallOn } from '../../shared/permissions/may-call.ts'
import { actionsOf } from '../../shared/records/area-actions.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { BulkButton } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useKeep } from './decisions.ts'
import { openReportsOf, posts } from './posts.ts'

const DecisionDialog = dialogPart(
  async () => (await import('./decision-dialog.tsx')).DecisionDialog,
)

export const { Menu: PostMenu, Buttons: PostButtons } = actionsOf(posts, (post) => {
  const deactivate = useDeactivate(post.author ?? null)
  const mayDecide = useMayCallOn('posts.decide')(post._id)
  const keep = useKeep()
  const gone = isDeleted(post)
  const name = posts.name(post)
  return [
    mayDecide &&
      !gone &&
      (openReportsOf(post) ?? 0) > 0 && {
        // i18n: verb: a reported post is kept
        label: t('Keep'),
        icon: IconFlagOff,
        key: 'a',
        decides: true,
        act: () => keep(post, name),
      },
    deactivate !== undefined && {
      label: t('Deactivate author'),
      icon: IconUserOff,
      key: 'u',
      act: deactivate,
    },
    mayDecide &&
      // For a deleted post, only its author remains to decide about.
      (!gone || Boolean(post.author?._id)) && {
        label: t('Decide…'),
        icon: IconGavel,
        key: 'm',
        act: () => openDialog(<DecisionDialog posts={[post]} name={name} isDeleted={gone} />),
      },
  ]
})

/** A button for one decision about several posts, up to a limit; beyond it a job is used. */
export function DecideChosen({ chosen }: { chosen: Chosen<Post> }) {
  if (chosen.all || chosen.size > maxDecidedPosts) return null
  const posts = [...chosen.rows.values()].map(({ record }) => record)
  const name = t(areas.posts.count, { count: posts.length })
  const ask = () =>
    openDialog(<DecisionDialog posts={posts} name={name} isDeleted={false} after={chosen.clear} />)
  // For a single post its row's own key is used, as that dialog names the post.
  const keyed = posts.length > 1 ? 'm' : undefined
  return <BulkButton label={t('Decide…')} icon={IconGavel} onClick={ask} keyed={keyed} />
}
