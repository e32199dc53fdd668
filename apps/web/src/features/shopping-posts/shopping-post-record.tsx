import type { ShoppingPost } from '@steward/contract/shopping-posts'
import { type DeepPartial, listOf, referenceOf } from '../../api/read.ts'
import { RecordHistory } from '../../shared/audit-log/record-history.tsx'
import { Money } from '../../ui/format/money.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { FilterLink } from '../../ui/list/filter-link.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Field, Fields, IdField, RecordTop, Thumbs } from '../../ui/record/record-fields.tsx'
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
      <Fields>
        <Field label="Price">
          <Money amount={post.price} currency={post.currency} />
        </Field>
        <Field label="Status">
          <StatusBadge status={post.status} />
        </Field>
        <Field label="Seller">
          <PersonLink person={post.seller} />
          {seller && (
            <FilterLink to="/shopping-posts" search={{ seller: [seller] }}>
              More by this seller
            </FilterLink>
          )}
        </Field>
        <Field label="Category">
          <Text value={referenceOf(post.category)?.name} />
        </Field>
        <Field label="Created">
          <Time at={post.createdAt} whole />
        </Field>
        <Field label="Updated">
          <Time at={post.updatedAt} whole />
        </Field>
        <IdField id={post._id} />
      </Fields>
      <Block title="Description">
        <Text value={post.description} />
      </Block>
      <Thumbs images={post.images} />
      <RecordHistory id={post._id} />
    </>
  )
}
