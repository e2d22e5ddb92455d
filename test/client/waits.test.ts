import { describe, expect, test } from 'vitest'
import { medianOf, partsOf, showWait } from '../../client/console/work/waits.ts'
import { waitsByVolume } from '../../client/widget/waits.ts'

const waitsOf = (sounds: readonly (readonly [input: number, output: number, at: number])[]): number[] => {
  const waits: number[] = []
  const hear = waitsByVolume((waitedMs) => waits.push(waitedMs))
  for (const [input, output, at] of sounds) hear({ input, output, at })
  return waits
}

describe('a wait measured by volume', () => {
  test('is from the end of speech to the first sound of each answer', () => {
    const turn = [
      [0.3, 0, 0],
      [0.2, 0, 50],
      [0.01, 0, 100],
      [0.01, 0.4, 850],
      [0.01, 0.5, 900],
    ] as const
    expect(waitsOf(turn)).toEqual([800])
    expect(waitsOf([...turn, [0.4, 0, 2000], [0, 0.3, 2600]])).toEqual([800, 600])
  })

  test('is from the last word after a pause in the speech', () => {
    expect(
      waitsOf([
        [0.3, 0, 0],
        [0, 0, 500],
        [0.3, 0, 1000],
        [0, 0.3, 1700],
      ]),
    ).toEqual([700])
  })

  test('does not exist before the visitor has spoken, nor for noise below speech', () => {
    expect(
      waitsOf([
        [0, 0.5, 0],
        [0.049, 0, 100],
        [0.049, 0.5, 900],
      ]),
    ).toEqual([])
  })

  test('begins when a visitor who talks over the answer stops', () => {
    expect(
      waitsOf([
        [0.3, 0.3, 0],
        [0.3, 0.3, 100],
        [0, 0.3, 400],
      ]),
    ).toEqual([300])
  })

  test('begins at the volume that counts as speech', () => {
    expect(
      waitsOf([
        [0.05, 0, 0],
        [0, 0.049, 100],
        [0, 0.05, 200],
      ]),
    ).toEqual([200])
  })
})

describe('a shown wait', () => {
  test('is split into the carrier, this API and the model, and never below zero', () => {
    expect(partsOf({ heardMs: 900, latencyMs: 700, modelMs: 500 })).toEqual({
      whole: 900,
      carrier: 200,
      ours: 200,
      model: 500,
    })
    expect(partsOf({ heardMs: 600, latencyMs: 700, modelMs: 800 })).toMatchObject({ carrier: 0, ours: 0 })
  })

  test('leaves out what was not measured', () => {
    expect(showWait({ heardMs: undefined, latencyMs: 700, modelMs: null })).toBe('after 0.70 s')
    expect(showWait({ heardMs: 900, latencyMs: 700, modelMs: 500 })).toBe(
      'after 0.90 s (carrier 0.20 s, ours 0.20 s, model 0.50 s)',
    )
  })

  test('has the lower middle as its median, without what was not measured', () => {
    expect(medianOf([undefined, 3, 1, 2, 4])).toBe(2)
    expect(medianOf([undefined])).toBeUndefined()
  })
})
