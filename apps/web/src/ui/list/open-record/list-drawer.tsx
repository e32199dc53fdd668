import { useState } from 'react'
import { drawerPart } from '../../page/lazy-part.tsx'
import type { RecordOfList } from './record-index.ts'

const ListRecord = drawerPart(async () => (await import('./list-record.tsx')).ListRecord)

/** The record that the URL names, beside its list where there is room, else in a drawer. Its code comes with the first one. */
export function ListDrawer<T>(props: RecordOfList<T>) {
  const { open } = props.state
  const [used, setUsed] = useState(open !== null)
  if (open !== null && !used) setUsed(true)
  return used ? <ListRecord {...props} /> : null
}
