/** Place where the code runs: a thing forbidden in the world may be useful on one machine. */
export interface Stage {
  /** On one machine, with doubles at the network boundary. */
  isLocal: boolean
}
