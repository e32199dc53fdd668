import type { Translator } from '@steward/i18n/reader'
import { type Said, Sentence, written } from '@steward/i18n/sentence'

/** An email before it is rendered as HTML and text, in the language of whoever gets it. */
export interface EmailTemplate {
  /** The kind of email, for the log and the names of files. */
  kind: string
  subject: Said
  paragraphs: readonly Said[]
  /** A button with a link; the path is below PUBLIC_URL, never below a request's Host. */
  action?: { label: Said; path: string }
  /** Small print at the end. */
  note?: Said
}

/** A text that people typed, as a paragraph. */
// i18n-ignore: what people typed
export const asTyped = (text: string): Said => new Sentence('{text}', { text })

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** Makes a text one line; old names may have line breaks or signs that reverse the direction of text. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** Renders an email and escapes all texts; `name` is null if a stranger may have typed it. */
export function renderEmail(
  template: EmailTemplate,
  name: string | null,
  from: { community: string; publicUrl: string },
  translator: Translator,
): RenderedEmail {
  const { t, reader, direction } = translator
  const inWords = (said: Said) => oneLine(written(said, translator))
  const subject = inWords(template.subject)
  const paragraphs = template.paragraphs.map(inWords)
  const note = template.note && inWords(template.note)
  const action = template.action && { ...template.action, label: inWords(template.action.label) }
  const greeting = name === null ? t('Hello,') : oneLine(t('Hello {name},', { name }))
  const closing = oneLine(from.community)
  const url = `${from.publicUrl}${action?.path}`
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${url}`] : []),
    ...(note ? [note] : []),
    `-- \n${closing}`,
  ].join('\n\n')
  const paragraph = (words: string, style = 'margin:0 0 16px') =>
    `<p style="${style}">${escapeHtml(words)}</p>`
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1864ab;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#495057">${escapeHtml(t('Or open this address:'))}<br><a href="${escapeHtml(url)}" style="color:#1864ab;word-break:break-all">${escapeHtml(url)}</a></p>`
    : ''
  const html = `<!doctype html>
<html lang="${reader.language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f1f3f5;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;color:#212529">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dee2e6;border-radius:8px">
${paragraph(closing, 'margin:0 0 20px;font-weight:600')}
${paragraph(greeting)}
${paragraphs.map((words) => paragraph(words)).join('\n')}
${button}
${note ? paragraph(note, 'margin:0;font-size:13px;color:#495057') : ''}
</div>
</body>
</html>
`
  return { subject, text: `${text}\n`, html }
}
