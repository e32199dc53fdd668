import { currentTranslator, msg, t } from '@steward/i18n/reader'
import { type ReactNode, useEffect, useState } from 'react'

/** Seconds as a clock has them: `0:09`, `14:30`, `1:00:00`. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Shows the time left until `until`, epoch ms; screen readers hear only its start and end. */
export function Countdown({ until }: { until: number }) {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    setLeft(secondsTo(until))
    const timer = setInterval(() => {
      const now = secondsTo(until)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  if (left === 0) return <p>{t('You can try again now.')}</p>
  return (
    <p aria-live="off">
      {/* Without `rich`, which the sign-in page has no other use for. */}
      {
        currentTranslator().parts(msg('You can try again in {time}.'), {
          time: (
            <span key="time" role="timer">
              {clockText(left)}
            </span>
          ),
        }) as ReactNode[]
      }
    </p>
  )
}

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1000))
