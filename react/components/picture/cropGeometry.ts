/** The geometry for cropping a picture to a square. */

/** A picture's size in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A picture's position and size behind the square. */
export interface CropView {
  /** The offset of the picture's center from the square's center, in lengths of its side. */
  readonly x: number
  readonly y: number
  /** `1` if the picture covers the square exactly. */
  readonly zoom: number
}

/** A square in a picture, in pixels. */
export interface CropArea {
  readonly x: number
  readonly y: number
  readonly side: number
}

/** The picture's center, as large as possible. */
export const initialView: CropView = { x: 0, y: 0, zoom: 1 }

export const maxZoom = 4

/** Returns the picture's size, in lengths of the square's side. */
export const shownSize = ({ height, width }: PictureSize, zoom: number): PictureSize => {
  const shorter = Math.min(width, height)
  return { width: width / shorter * zoom, height: height / shorter * zoom }
}

/** Returns the closest view in which the picture covers the whole square. */
export const clampView = (size: PictureSize, { x, y, zoom }: CropView): CropView => {
  const inRange = Math.min(Math.max(zoom, 1), maxZoom)
  const { height, width } = shownSize(size, inRange)
  return { x: clamp(x, (width - 1) / 2), y: clamp(y, (height - 1) / 2), zoom: inRange }
}

/** Returns the closest number between `-limit` and `limit`. */
const clamp = (value: number, limit: number): number => Math.min(Math.max(value, -limit), limit)

/** Returns the part that the square shows. */
export const areaOf = ({ height, width }: PictureSize, { x, y, zoom }: CropView): CropArea => {
  const side = Math.min(width, height) / zoom
  return { x: width / 2 - side * (x + 0.5), y: height / 2 - side * (y + 0.5), side }
}
