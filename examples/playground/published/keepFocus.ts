/** Keeps the focus of the page around a frame, since the components of a story take the focus when they appear. */

/** In a frame, lets scripts move the focus only after the reader has moved it into the frame. */
export const keepFocus = (): void => {
  if (parent === window) return
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function(options) {
    if (document.hasFocus()) focus.call(this, options)
  }
}
