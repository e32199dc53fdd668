import type { ShoppingPost } from '@steward/contract/shopping-posts/shopping-posts'
import { shoppingPostFields } from '@steward/contract/shopping-posts/shopping-posts.fields'
import { type DeepPartial, listOf, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { Text } from '../../ui/format/text.tsx'
import { FilterLink } from '../../ui/list/url/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, RecordTop, Thumbs } from '../../ui/record/record-fields.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { stateOf } from './deleted.ts'
import { ShoppingPostButtons } from './shopping-post-actions.tsx'

/** A shopping post, whole. */
export function ShoppingPostRecord(props: { post: DeepPartial<ShoppingPost>; onDone: () => void }) {
  const { post } = props
  const seller = referenceOf(post.seller)?.id
  return (
    <>
      <RecordTop shape="thing" image={listOf(post.images)[0]} title={post.title}>
        <StatusBadge status={stateOf(post)} />
      </RecordTop>
      <ShoppingPostButtons post={post} onDone={props.onDone} />
      <FieldList
        fields={shoppingPostFields}
        record={post}
        first={['price', 'status']}
        own={{
          title: null,
          seller: (
            <>
              <PersonLink person={post.seller} />
              {seller && (
                <FilterLink to="/shopping-posts" search={{ seller: [seller] }}>
                  More by this seller
                </FilterLink>
              )}
            </>
          ),
        }}
      />
      <Block title="Description">
        <Text value={post.description} />
      </Block>
      <Thumbs images={post.images} />
      <RecordHistory id={post._id} />
    </>
  )
}
