import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import { t } from '@steward/i18n/reader'
import type { ShoppingPost } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { PersonAndTheirs } from '../../ui/list/filters/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { NoteBlock } from '../../ui/record/note-block.tsx'
import { RecordTop, Thumbs } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { ShoppingPostButtons } from './shopping-post-actions.tsx'
import { shoppingPosts, stateOf } from './shopping-posts.ts'

export function ShoppingPostRecord(props: RecordProps<ShoppingPost>) {
  const { record: post } = props
  return (
    <RecordView
      of={shoppingPosts}
      Buttons={ShoppingPostButtons}
      top={
        <RecordTop shape="thing" image={(post.images ?? [])[0]} title={post.title}>
          <StatusBadge status={stateOf(post)} />
        </RecordTop>
      }
      {...props}
    >
      <FieldList
        fields={shoppingPostFields}
        record={post}
        first={['price', 'status']}
        own={{
          title: null,
          seller: (
            <PersonAndTheirs person={post.seller} to="/shopping-posts" by="seller">
              {t('More by this seller')}
            </PersonAndTheirs>
          ),
        }}
      />
      <NoteBlock record={post} name="description" title={t('Description')} />
      <Thumbs images={post.images} />
    </RecordView>
  )
}
