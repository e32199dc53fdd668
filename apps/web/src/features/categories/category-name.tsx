import { t } from '@steward/i18n/reader'
import type { Category } from '../../api/answers/records.ts'
import { useCategoryChoices } from '../../shared/categories/category-choices.ts'
import { Text } from '../../ui/format/text.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import classes from './categories.module.css'

/** A colour as CSS, or null for anything that is none: a server's word is not put into a style. */
export const safeColor = (color: string | null | undefined): string | null =>
  color && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color) ? color : null

/** A category's name with its picture and colour; where it has no picture, the colour in its place. */
export function CategoryName({ category }: { category: Category }) {
  const color = safeColor(category.color)
  const image = category.image ?? null
  const dot = (
    <span
      className={classes.dot}
      data-empty={color === null || undefined}
      style={color === null ? {} : { background: color }}
      aria-hidden="true"
    />
  )
  return (
    <span className="row gap-10 shrinks">
      <span
        className={`center rigid relative square ${classes.mark}`}
        data-picture={image !== null || undefined}
      >
        {image !== null && <Picture shape="thing" src={image} name={category.name ?? null} />}
        {(image === null || color !== null) && dot}
      </span>
      <span className="grow">
        <Text value={category.name} clip />
      </span>
    </span>
  )
}

export function ParentName({ category }: { category: Category }) {
  const choices = useCategoryChoices()
  const id = category.parent ?? null
  if (id === null) return <Text value={null} />
  const name = choices.find((choice) => choice.value === id)?.label
  return <Text value={name ?? t('Another category')} clip />
}
