import './globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '../components/shell/providers.tsx'
import { knownTimeZone, TIME_ZONE_COOKIE } from '../lib/format/first-paint.ts'

export const metadata: Metadata = {
  title: { default: 'Steelyard', template: '%s · Steelyard' },
  description: 'Capacity planning for Xen hosts that accounts for the CPU scheduling delay.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f6f7f6' },
    { media: '(prefers-color-scheme: dark)', color: '#101514' },
  ],
}

// Loaded early, and until then a font of the same width stands in: no line breaks elsewhere.
const inter = localFont({
  src: '../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-inter',
})

// Reading the nonce makes every page dynamic, as a nonce per request requires.
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const timeZone = knownTimeZone((await cookies()).get(TIME_ZONE_COOKIE)?.value ?? null)
  return (
    <html lang="en-GB" suppressHydrationWarning>
      <body
        className={`${inter.variable} min-h-dvh font-sans text-[0.9375rem] leading-relaxed antialiased`}
      >
        <Providers nonce={nonce} timeZone={timeZone} renderedAtMs={Date.now()}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
