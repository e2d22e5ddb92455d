interface Props {
  label: string
  placeholder: string
  lengthMax: number
  value: string
  onChange: (value: string) => void
}

export const LineInput = ({ label, placeholder, lengthMax, value, onChange }: Props) => (
  <label class="grows">
    <span class="unseen">{label}</span>
    <input
      type="text"
      maxLength={lengthMax}
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
)
