import { useState } from 'preact/hooks'

export interface ChartPoint {
  key: string
  short: string
  /** Text that the chart shows for a chosen point, and that screen readers read. */
  label: string
  /** Null for a rate without calls. */
  value: number | null
}

interface Props {
  title: string
  measure: string
  axis: string
  points: readonly ChartPoint[]
  show: (value: number) => string
}

const heightPx = 160

/** Shows values as bars and as a table. The keyboard can choose a bar. */
export const Chart = ({ title, measure, axis, points, show }: Props) => {
  const [chosen, setChosen] = useState<number>()
  const top = niceMax(Math.max(0, ...points.map(({ value }) => value ?? 0)))
  const labelOf = ({ label, value }: ChartPoint) => `${label}: ${value === null ? 'no value' : show(value)}`
  const at = chosen === undefined ? undefined : points[chosen]
  return (
    <section class="card">
      <h2>{title}</h2>
      <p class="quiet" aria-hidden="true">
        {at ? labelOf(at) : 'Point at a bar, or go along the bars with the arrow keys.'}
      </p>
      <div class="chart">
        <div class="scale" aria-hidden="true">
          <span>{show(top)}</span>
          <span>{show(top / 2)}</span>
          <span>{show(0)}</span>
        </div>
        <Bars title={title} points={points} top={top} chosen={chosen} labelOf={labelOf} onChoose={setChosen} />
        <div class="axis" aria-hidden="true">
          {marksOf(points).map(({ key, short }) => (
            <span key={key}>{short}</span>
          ))}
        </div>
      </div>
      <details>
        <summary>{title} as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{axis}</th>
              <th scope="col" class="number">
                {measure}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, label, value }) => (
              <tr key={key}>
                <td class="text">{label}</td>
                <td class="number">{value === null ? '–' : show(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

interface BarsProps extends Pick<Props, 'title' | 'points'> {
  top: number
  chosen: number | undefined
  labelOf: (point: ChartPoint) => string
  onChoose: (place: number) => void
}

/** Shows bars. The Tab key stops at them once; arrows, Home and End move between them. */
const Bars = ({ title, points, top, chosen = 0, labelOf, onChoose }: BarsProps) => {
  const stepPercent = 100 / points.length
  const current = Math.min(chosen, points.length - 1)
  const moved = (event: KeyboardEvent & { currentTarget: Element }) => {
    const last = points.length - 1
    const places: Record<string, number> = {
      ArrowRight: Math.min(last, current + 1),
      ArrowLeft: Math.max(0, current - 1),
      Home: 0,
      End: last,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    event.currentTarget.querySelectorAll<SVGElement>('.point')[place]?.focus()
  }
  return (
    <div role="listbox" aria-label={title} aria-orientation="horizontal" onKeyDown={moved}>
      <svg class="bars" height={heightPx} role="presentation">
        <g class="grid">
          {[0.5, heightPx / 2, heightPx - 0.5].map((y) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} />
          ))}
        </g>
        {points.map((point, index) => {
          const barPx = (heightPx * (point.value ?? 0)) / top
          return (
            <g
              key={point.key}
              class="point"
              role="option"
              aria-label={labelOf(point)}
              aria-selected={index === current}
              tabindex={index === current ? 0 : -1}
              onFocus={() => onChoose(index)}
              onPointerEnter={() => onChoose(index)}
            >
              <rect class="hit" x={`${index * stepPercent}%`} width={`${stepPercent}%`} height={heightPx} />
              <rect
                class="value"
                x={`${(index + 0.12) * stepPercent}%`}
                width={`${0.76 * stepPercent}%`}
                y={heightPx - barPx}
                height={barPx}
              />
            </g>
          )
        })}
      </svg>
    </div>
  )
}

const marksMax = 5

const marksOf = (points: readonly ChartPoint[]): ChartPoint[] => {
  const marks = Math.min(marksMax, points.length)
  const places = Array.from({ length: marks }, (_, mark) =>
    marks === 1 ? 0 : Math.round((mark * (points.length - 1)) / (marks - 1)),
  )
  return places.flatMap((place) => points[place] ?? [])
}

/** Returns the smallest of 1, 2, 4, 6, 8, 10, 20, … that reaches the value. */
export const niceMax = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 6, 8].find((step) => step * power >= value) ?? 10) * power
}
