import { userFields } from '@steward/contract/users/users.fields'
import { expect, test } from 'vitest'
import { userColumns } from './user-columns.tsx'

const labels: Readonly<Record<string, { label: string }>> = userFields

test.each(Object.entries(userColumns))(
  'the columns of %s are called as their fields',
  (_, columns) => {
    expect(columns.length).toBeGreaterThan(7)
    for (const { key, exported = key, label } of columns)
      expect(label).toBe(labels[exported]?.label)
  },
)
