import type { Post } from '@steward/contract/posts/posts'
import { maxDecidedPosts } from '@steward/contract/posts/posts.routes'
import { IconGavel } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useBulk } from '../../shared/jobs/use-bulk.tsx'
import { listOptions } from '../../shared/list/list-options.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { lists } from '../../shared/list/lists.ts'
import { useIsTrash } from '../../shared/trash/has-trash.ts'
import { counted } from '../../ui/format/locale.ts'
import { BulkButton } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { drawerPart, lazyPart } from '../../ui/page/lazy-part.tsx'
import { askDecision, dropDecision, useDecision } from './decision.store.ts'
import { decidedPost, useMayDecide } from './post-actions.tsx'
import { postDefinition } from './post-definition.tsx'

const PostRecord = drawerPart(async () => (await import('./post-record.tsx')).PostRecord)
const DecisionDialog = lazyPart(
  async () => (await import('./decision-dialog.tsx')).DecisionDialog,
  null,
  dropDecision,
  'soon',
)

/** The feed posts. */
export function PostsPage() {
  const bulk = useBulk('posts')
  const mayDecide = useMayDecide()
  const isTrash = useIsTrash(lists.posts)
  const question = useDecision((state) => state.question)
  useEffect(() => dropDecision, [])
  return (
    <>
      <ListPage
        definition={postDefinition}
        options={listOptions(lists.posts)}
        bulkByRow={!bulk}
        bulk={
          bulk || mayDecide
            ? (chosen) => (
                <>
                  {mayDecide && !isTrash && <DecideChosen chosen={chosen} />}
                  {bulk?.(chosen)}
                </>
              )
            : undefined
        }
        drawer={({ record }, close) => <PostRecord post={record} onDone={close} />}
      />
      {question && <DecisionDialog {...question} />}
    </>
  )
}

/** One decision about several posts; more than that are a job. */
function DecideChosen({ chosen }: { chosen: Chosen<Post> }) {
  if (chosen.all || chosen.size > maxDecidedPosts) return null
  const posts = [...chosen.rows.values()].flatMap(({ record }) => decidedPost(record) ?? [])
  const ask = () =>
    askDecision({
      posts,
      name: counted(posts.length, 'post', 'posts'),
      isDeleted: false,
      after: chosen.clear,
    })
  // Of a single one, its row's own key asks, by its name.
  const keyed = posts.length > 1 ? 'm' : undefined
  return <BulkButton label="Decide…" icon={IconGavel} onClick={ask} keyed={keyed} />
}
