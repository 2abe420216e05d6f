import { Children, isValidElement, type ReactNode } from 'react'
import type { PictureKey } from './chart-picture.ts'

interface SeriesProps {
  name?: string
  stroke?: string
  fill?: string
  strokeDasharray?: string
}

/** The named lines, areas and dots among the children of a chart. */
export function pictureKeys(children: ReactNode): PictureKey[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<SeriesProps>(child)) return []
    const { name, stroke, fill, strokeDasharray } = child.props
    const color = stroke && stroke !== 'none' ? stroke : fill
    return name && color ? [{ name, color, dash: strokeDasharray }] : []
  })
}
