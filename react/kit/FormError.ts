/** The error of a form, for its fields. */
import { type Context, createContext, useContext } from "react"

/** The error of a form, with the field that it belongs to. */
export interface FormErrorState {
  /** A different object for each error: the same message focuses its field again. */
  readonly cause: object
  /** `undefined` for an error of the whole form. */
  readonly field: string | undefined
  readonly text: string
}

const FormError: Context<FormErrorState | undefined> = /*#__PURE__*/ createContext<FormErrorState | undefined>(
  undefined
)

/** Provides the error to the fields of a form. */
export const FormErrorProvider: Context<FormErrorState | undefined>["Provider"] = FormError.Provider

/** Returns the error of the form, if it belongs to the field. */
export const useFieldError = (name: string): FormErrorState | undefined => {
  const error = useContext(FormError)
  return error?.field === name ? error : undefined
}
