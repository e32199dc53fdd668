import type { ImportArea } from '@steward/contract/areas/areas'
import type { AnswerOf } from '@steward/contract/calls/endpoints'
import type { ImportFile } from '@steward/contract/imports/imports'
import { importsRoutes, maxImportBytes } from '@steward/contract/imports/imports.routes'
import { t } from '@steward/i18n/reader'
import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '../../api/failure.ts'
import { sendFile } from '../../api/files.ts'

/** Uploads a file after checking it; only one file at a time. */
export function useUpload(area: ImportArea, done: (file: ImportFile) => void) {
  /** The file under way, and the part of it that is sent, from 0 to 1. */
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const isSending = sending !== null
  useEffect(() => {
    if (!isSending) return
    // Asks before the page is left, as that would cancel the upload.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])

  const take = async (file: File | undefined) => {
    if (!file || under.current) return
    const ending = new AbortController()
    under.current = ending
    setProblem(null)
    try {
      const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
      const wrong = problemOfFile(file.size, head)
      if (wrong !== null) return setProblem(wrong)
      const onProgress = (part: number) => setSending({ name: file.name, part })
      onProgress(0)
      const answer = await sendFile(importsRoutes['imports.create'], {
        query: { area, name: file.name.slice(0, 200) },
        file,
        onProgress,
        signal: ending.signal,
      })
      done((answer as unknown as AnswerOf<'imports.create'>).data)
    } catch (thrown) {
      // The browser can't read a file that was changed or removed after it was chosen.
      const isGone = thrown instanceof DOMException && thrown.name === 'NotReadableError'
      if (isGone) setProblem(t('This file can’t be read any more. Choose it again.'))
      else if (!ending.signal.aborted) setProblem(wordsOf(thrown))
    } finally {
      under.current = null
      setSending(null)
    }
  }
  return { sending, problem, take, cancel: () => under.current?.abort() }
}

const starts = (head: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte)

/** Checks a file before its upload; returns an error as a sentence, null if there is none. */
export function problemOfFile(size: number, head: Uint8Array): string | null {
  if (size === 0) return t('This file is empty. Choose another one.')
  if (size > maxImportBytes)
    return t('This file is larger than 200 MB. Split it and import the parts one at a time.')
  const workbook = starts(head, 0x50, 0x4b, 3, 4) || starts(head, 0xd0, 0xcf, 0x11, 0xe0)
  if (workbook)
    return t(
      'This is a spreadsheet or an archive, not a text file. Open it in your spreadsheet program and save the sheet as CSV.',
    )
  const wide = starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff)
  if (starts(head, 0x25, 0x50, 0x44, 0x46) || (!wide && head.includes(0)))
    return t('This isn’t a text file. Choose a CSV or NDJSON file.')
  return null
}
