import { toast } from './messages.tsx'

/** Copies a text and reports success, or says that the browser blocked it. */
export async function copyText(text: string, copied: string, blocked: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copied)
  } catch {
    toast.error(blocked)
  }
}
