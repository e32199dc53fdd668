import { Text } from '../format/text.tsx'
import { Block } from './record-fields.tsx'
import { useShows } from './use-shows.ts'

/** A long text of a record below its other fields; nothing where that is hidden from the reader. */
export function NoteBlock<N extends string>(props: {
  record: { [name in N]?: string | null | undefined }
  name: N
  title: string
}) {
  const { record, name, title } = props
  const shows = useShows(record)
  if (!shows(name)) return null
  return (
    <Block title={title}>
      <Text value={record[name]} />
    </Block>
  )
}
