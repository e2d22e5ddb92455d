export interface Filter<Status extends string> {
  status?: Status | undefined
  phone_number?: string | undefined
}

interface Props<Status extends string> {
  choices: readonly Status[]
  filter: Filter<Status>
  onChange: (filter: Filter<Status>) => void
}

/** Filters of a list: a status, and a number. */
export const Filters = <Status extends string>({ choices, filter, onChange }: Props<Status>) => (
  <>
    <label>
      <span class="unseen">Status</span>
      <select
        value={filter.status ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, status: choices.find((each) => each === currentTarget.value) })
        }
      >
        <option value="">Any status</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {each.replaceAll(/[_-]/g, ' ')}
          </option>
        ))}
      </select>
    </label>
    <label>
      <span class="unseen">Number</span>
      <input
        type="search"
        placeholder="+12025550100"
        value={filter.phone_number ?? ''}
        onChange={({ currentTarget }) => onChange({ ...filter, phone_number: currentTarget.value.trim() || undefined })}
      />
    </label>
  </>
)
