/** The body of an answer; undefined when it is no JSON. */
export const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
