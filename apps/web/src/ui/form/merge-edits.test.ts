import { describe, expect, it, vi } from 'vitest'
import { Failure } from '../../api/failure.ts'
import { type FormFields, valuesOf } from './form-fields.ts'
import { mergeEdits, resolveConflicts } from './merge-edits.ts'
import { EditConflict, saveMerged } from './save-merged.ts'

interface Bill {
  title: string
  amount: string
  currency: string
  notes: string
  due: string
  issued: string
}
type Values = { [K in keyof Bill]: string }

const fields: FormFields<Values, Bill, Partial<Bill>> = {
  title: { label: 'Title', inWords: (title) => `“${title}”` },
  amount: { label: 'Amount', sentWith: ['currency'] },
  currency: { label: 'Currency' },
  notes: { label: 'Notes' },
  due: {
    label: 'Due',
    check: (due, { issued }) => (due < issued ? 'Must not be before the issue date' : null),
    checkedWith: ['issued'],
  },
  issued: { label: 'Issued' },
}
const bill: Bill = {
  title: 'Rent',
  amount: '5',
  currency: 'EUR',
  notes: '',
  due: '2026-03',
  issued: '2026-01',
}
const before = valuesOf(fields, bill)
const merge = (mine: Partial<Values>, theirs: Partial<Bill>) =>
  mergeEdits(fields, bill, { ...before, ...mine }, { ...bill, ...theirs })

describe('the changes of two people', () => {
  it('go together where they changed different fields', () =>
    expect(merge({ title: 'Mine' }, { notes: 'Theirs', due: '2026-04' })).toEqual({
      values: { ...before, title: 'Mine', notes: 'Theirs', due: '2026-04' },
      theirs: ['Notes', 'Due'],
      conflicts: [],
    }))

  it('go together where both made the same of a field, which nobody is told', () =>
    expect(merge({ title: 'Same' }, { title: 'Same' })).toMatchObject({
      theirs: [],
      conflicts: [],
    }))

  it('are asked about only where both changed a field to different values', () =>
    expect(merge({ title: 'Mine' }, { title: 'Theirs', notes: 'More' })).toMatchObject({
      theirs: ['Notes'],
      conflicts: [{ name: 'title', label: 'Title', mine: '“Mine”', theirs: '“Theirs”' }],
    }))

  it.each([
    [{ amount: '7' }, { currency: 'KWD' }, 'currency'],
    [{ currency: 'KWD' }, { amount: '7' }, 'amount'],
  ])('are asked about where the fields belong together: %o and %o', (mine, theirs, asked) =>
    expect(merge(mine, theirs).conflicts.map(({ name }) => name)).toEqual([asked]),
  )

  it('are asked about where they are not valid together', () =>
    expect(merge({ issued: '2026-02' }, { due: '2026-01' }).conflicts).toEqual([
      { name: 'due', label: 'Due', mine: '2026-03', theirs: '2026-01' },
    ]))

  it('end as it was chosen, field by field', () => {
    const mine = { ...before, title: 'Mine', notes: 'Mine', amount: '7' }
    const theirs = { ...bill, title: 'Theirs', notes: 'Theirs', due: '2026-09' }
    const merged = mergeEdits(fields, bill, mine, theirs)
    expect(resolveConflicts(fields, mine, theirs, merged, ['notes'])).toEqual({
      ...before,
      title: 'Mine',
      notes: 'Theirs',
      amount: '7',
      due: '2026-09',
    })
  })
})

describe('saving on top of somebody else’s version', () => {
  const outOfDate = (data: object) =>
    new Failure({ status: 409, code: 'out_of_date', message: 'Old', data })
  const save = (send: () => Promise<string>) =>
    saveMerged<Values, Bill, string>(
      { base: bill, values: { ...before, title: 'Mine' } },
      {
        send,
        merge: (on, saved) => mergeEdits(fields, on.base, on.values, saved),
        whoSaved: async () => 'Ann',
      },
    )

  it('is done again as long as others save in between, and tells all that it kept', async () => {
    const send = vi
      .fn()
      .mockRejectedValueOnce(outOfDate({ notes: 'One' }))
      .mockRejectedValueOnce(outOfDate({ notes: 'Two', due: '2026-05' }))
      .mockResolvedValue('saved')
    expect(await save(send)).toMatchObject({ answer: 'saved', theirs: ['Notes', 'Due'], by: 'Ann' })
    const last = { ...before, title: 'Mine', notes: 'Two', due: '2026-05' }
    expect(send.mock.calls[2]?.[0]).toEqual({
      base: { ...bill, notes: 'Two', due: '2026-05' },
      values: last,
    })
  })

  it('asks at once where a field needs an answer', async () => {
    const send = vi.fn().mockRejectedValue(outOfDate({ title: 'Theirs' }))
    const failed = await save(send).catch((thrown: unknown) => thrown)
    expect(failed).toBeInstanceOf(EditConflict)
    expect(failed).toMatchObject({ by: 'Ann', merge: { conflicts: [{ name: 'title' }] } })
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('doesn’t go on for ever', async () => {
    const send = vi.fn().mockImplementation(() => Promise.reject(outOfDate({ notes: 'More' })))
    await expect(save(send)).rejects.toBeInstanceOf(EditConflict)
    expect(send).toHaveBeenCalledTimes(4)
  })

  it('leaves every other failure to the form', async () => {
    const refused = new Failure({ status: 422, code: 'invalid', message: 'No' })
    await expect(save(() => Promise.reject(refused))).rejects.toBe(refused)
  })
})
