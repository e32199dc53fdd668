import { Drawer, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import { startTransition, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** How long the warm-up stays mounted, in milliseconds. */
const stands = 500

/** Opens a menu and a drawer once, hidden, so that the browser compiles their code before the first press. */
export function WarmUp() {
  const [places, setPlaces] = useState<readonly HTMLElement[] | null>(null)
  useEffect(() => {
    const inside = document.createElement('div')
    Object.assign(inside.style, { position: 'fixed', visibility: 'hidden' })
    inside.inert = true
    document.body.append(inside)
    startTransition(() => setPlaces([inside, document.createElement('div')]))
    const timer = setTimeout(() => setPlaces(null), stands)
    return () => {
      clearTimeout(timer)
      inside.remove()
    }
  }, [])
  if (!places) return null
  const [inside, outside] = places as [HTMLElement, HTMLElement]
  return (
    <>
      {createPortal(
        <Menu opened withinPortal={false} trapFocus={false}>
          <Menu.Target>
            <button type="button" />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item />
          </Menu.Dropdown>
        </Menu>,
        inside,
      )}
      {createPortal(
        <Drawer.Root
          opened
          onClose={() => {}}
          withinPortal={false}
          closeOnEscape={false}
          lockScroll={false}
          returnFocus={false}
          trapFocus={false}
        >
          <Drawer.Overlay />
          <Drawer.Content>
            <Drawer.Title />
            <Drawer.CloseButton />
            <Drawer.Body />
          </Drawer.Content>
        </Drawer.Root>,
        outside,
      )}
    </>
  )
}
