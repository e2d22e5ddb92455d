import { useState } from 'preact/hooks'
import { type ListAllNumbersAnswer, Problem, type SearchNumbersInput } from '../../client.ts'
import { ActionButton } from '../action.tsx'
import { type Column, Table } from '../list.tsx'
import { Facts, Heading, Nothing, Seen, Status, Time } from '../parts.tsx'
import { paceOfSettings, usePolled } from '../poll.ts'
import { go, hrefOf } from '../route.ts'
import { showMoney } from '../times.ts'
import { showToast } from '../toast.ts'
import { useChoices } from './choices.ts'
import { wordOf } from './words.ts'

type OwnNumber = ListAllNumbersAnswer['data'][number]

const stateOf = ({ has_active_subscription }: OwnNumber): string => (has_active_subscription ? 'active' : 'expired')

const columns: readonly Column<OwnNumber>[] = [
  { title: 'Number', cell: ({ id, phone_number }) => <a href={hrefOf('numbers', id)}>{phone_number}</a> },
  { title: 'Name', from: 'medium', kind: 'text', cell: ({ nickname }) => nickname ?? '–' },
  { title: 'Status', cell: (number) => <Status of={stateOf(number)} /> },
  { title: 'Kind', from: 'wide', cell: ({ type_label }) => type_label },
  { title: 'Country', from: 'wide', cell: ({ country_code }) => country_code },
  { title: 'Texts', from: 'full', cell: ({ sms_capable }) => (sms_capable ? 'yes' : 'no') },
]

export const Numbers = () => {
  const polled = usePolled('numbers', paceOfSettings, (client, signal) => client.listAllNumbers({}, { signal }))
  return (
    <>
      <Heading title="Numbers" exported={{ what: 'numbers' }}>
        <a class="button" href={hrefOf('numbers', undefined, 'search')}>
          Buy a number
        </a>
        <a class="button" href={hrefOf('numbers', undefined, 'import')}>
          Import a number
        </a>
        <a class="button" href={hrefOf('callerids', undefined, 'new')}>
          Verify an own number
        </a>
      </Heading>
      <Seen polled={polled}>
        {({ data }) =>
          data.length === 0 ? (
            <Nothing title="No numbers yet">
              Assistants call from numbers and answer on them.{' '}
              <a href={hrefOf('numbers', undefined, 'search')}>Buy one</a>, import one that the carrier’s account has,
              or verify a number of your own.
            </Nothing>
          ) : (
            <div class="card">
              <Table caption="Numbers" columns={columns} rows={data} />
            </div>
          )
        }
      </Seen>
      <Concurrency />
    </>
  )
}

/** A poll costs about 4 read units, more with many running campaigns. */
const paceOfConcurrency = { seconds: 15, secondsOfLong: 30 }

const Concurrency = () => {
  const campaigns = useChoices('campaign_id')
  const nameOf = (id: number) =>
    (campaigns === 'failed' ? undefined : campaigns.find(({ value }) => value === id)?.label) ?? id
  const polled = usePolled('concurrency', paceOfConcurrency, (client, signal) => client.getConcurrency({}, { signal }))
  return (
    <section class="card">
      <h2>Calls at the moment</h2>
      <Seen polled={polled}>
        {({ live, limit, available, waiting, carrier_calls_per_second, by_campaign }) => (
          <>
            <Facts
              facts={[
                ['Calls', `${live} of at most ${limit}`],
                ['Free', String(available)],
                ['Waiting', String(waiting)],
                ['New calls per second', String(carrier_calls_per_second)],
              ]}
            />
            {by_campaign.length > 0 && (
              <Table
                caption="Calls of running campaigns"
                columns={[
                  {
                    title: 'Campaign',
                    kind: 'text',
                    cell: ({ campaign_id }) => <a href={hrefOf('campaigns', campaign_id)}>{nameOf(campaign_id)}</a>,
                  },
                  { title: 'Calls', kind: 'number', cell: (each) => `${each.live} of ${each.limit}` },
                ]}
                rows={by_campaign}
              />
            )}
          </>
        )}
      </Seen>
    </section>
  )
}

export const NumberView = ({ id }: { id: number }) => {
  const polled = usePolled(`number ${id}`, undefined, (client, signal) => client.listAllNumbers({}, { signal }))
  return (
    <Seen polled={polled}>
      {({ data }) => {
        const number = data.find((each) => each.id === id)
        return number ? (
          <NumberFound number={number} />
        ) : (
          <>
            <Heading title="Number not found" />
            <Nothing title="You do not have this number">
              It may have been released. <a href={hrefOf('numbers')}>Go back to the list.</a>
            </Nothing>
          </>
        )
      }}
    </Seen>
  )
}

const NumberFound = ({ number }: { number: OwnNumber }) => (
  <>
    <Heading title={number.phone_number}>
      <a class="button" href={hrefOf('numbers', number.id, 'edit')}>
        Change the name
      </a>
      <ActionButton
        label="Release"
        isDangerous
        question={`Release ${number.phone_number}?`}
        consequence="Assistants and campaigns lose it at once. Calls go to their end. Another customer may get the number, and no one can bring it back."
        run={(client, how) => client.releaseNumber({ id: number.id }, how)}
        onDone={({ message }) => {
          showToast(message)
          go('numbers')
        }}
      />
    </Heading>
    <section class="card">
      <h2 class="unseen">The number</h2>
      <Facts
        facts={[
          ['Name', number.nickname ?? '–'],
          ['Status', <Status key="status" of={stateOf(number)} />],
          ['Kind', number.type_label],
          ['Country', [number.country_code, number.region].filter(Boolean).join(', ')],
          ['Texts', number.sms_capable ? 'yes' : 'no'],
          ['Since', <Time key="since" at={number.created_at} />],
        ]}
      />
    </section>
  </>
)

type Wanted = Pick<SearchNumbersInput, 'type' | 'area_code' | 'contains'> & { country_code: string }

export const BuyNumber = () => {
  const [wanted, setWanted] = useState<Wanted>()
  return (
    <>
      <Heading title="Buy a number" />
      <SearchForm onSearch={setWanted} />
      {wanted && <OnSale wanted={wanted} />}
    </>
  )
}

const types = ['local', 'mobile', 'toll_free'] as const

const SearchForm = ({ onSearch }: { onSearch: (wanted: Wanted) => void }) => {
  const [country_code, setCountry] = useState('US')
  const [type, setType] = useState<Wanted['type']>()
  const [area_code, setArea] = useState('')
  const [contains, setContains] = useState('')
  const search = (event: Event) => {
    event.preventDefault()
    onSearch({
      country_code: country_code.trim(),
      ...(type && { type }),
      ...(area_code.trim() && { area_code: area_code.trim() }),
      ...(contains.trim() && { contains: contains.trim() }),
    })
  }
  return (
    <form class="card" aria-label="Search numbers" onSubmit={search}>
      <div class="fields">
        <div class="field">
          <label for="search-country">Country, two letters</label>
          <input
            id="search-country"
            class="short"
            required
            maxLength={2}
            value={country_code}
            onInput={({ currentTarget }) => setCountry(currentTarget.value.toUpperCase())}
          />
        </div>
        <div class="field">
          <label for="search-type">Kind</label>
          <select
            id="search-type"
            value={type ?? ''}
            onChange={({ currentTarget }) => setType(types.find((each) => each === currentTarget.value))}
          >
            <option value="">Local or mobile</option>
            {types.map((each) => (
              <option key={each} value={each}>
                {wordOf(each)}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="search-area">Area code (US and Canada)</label>
          <input
            id="search-area"
            class="short"
            inputMode="numeric"
            value={area_code}
            onInput={({ currentTarget }) => setArea(currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="search-digits">Digits that the number has</label>
          <input
            id="search-digits"
            class="short"
            inputMode="numeric"
            value={contains}
            onInput={({ currentTarget }) => setContains(currentTarget.value)}
          />
        </div>
      </div>
      <div class="row end">
        <button type="submit" class="primary">
          Search
        </button>
      </div>
    </form>
  )
}

const addresses: Record<string, string> = {
  none: 'none',
  local: 'an address there',
  foreign: 'an address abroad',
  inventory: 'an address or documents',
}

const OnSale = ({ wanted }: { wanted: Wanted }) => {
  const polled = usePolled(`on sale ${JSON.stringify(wanted)}`, undefined, (client, signal) =>
    client.searchNumbers({ ...wanted, limit: 20 }, { signal }),
  )
  const columnsOnSale: readonly Column<{ phone_number: string; price: number; needs: string; sms: boolean }>[] = [
    { title: 'Number', cell: ({ phone_number }) => phone_number },
    { title: 'A month', kind: 'number', cell: ({ price }) => showMoney(price) },
    { title: 'Needs', from: 'wide', kind: 'text', cell: ({ needs }) => needs },
    { title: 'Texts', from: 'full', cell: ({ sms }) => (sms ? 'yes' : 'no') },
    {
      title: 'Action',
      kind: 'text',
      cell: ({ phone_number, price, needs }) => (
        <ActionButton
          label="Buy"
          question={`Buy ${phone_number}?`}
          consequence={`${showMoney(price)} is taken from the balance now, and again each month until you release it.${needs === 'none' ? '' : ` The carrier wants ${needs}, so it will probably refuse.`}`}
          advice={adviceOfPurchase}
          run={(client, how) => client.purchaseNumber({ phone_number }, how)}
          onDone={({ data }) => {
            showToast(`${phone_number} is yours.`)
            go('numbers', data.id)
          }}
        />
      ),
    },
  ]
  return (
    <Seen polled={polled}>
      {({ data }) =>
        data.length === 0 ? (
          <Nothing title="No number is like that">Leave the digits or the area code out, or take another kind.</Nothing>
        ) : (
          <section class="card">
            <h2>Numbers on sale</h2>
            <Table
              caption="Numbers on sale"
              columns={columnsOnSale}
              rows={data.map(({ phone_number, price, address_requirements, sms_capable }) => ({
                id: phone_number,
                phone_number,
                price,
                needs: addresses[address_requirements] ?? address_requirements,
                sms: sms_capable,
              }))}
            />
          </section>
        )
      }
    </Seen>
  )
}

const adviceOfPurchase = (cause: unknown): string | undefined => {
  if (!(cause instanceof Problem)) return 'It may have been bought: look at your numbers before you ask again.'
  switch (cause.status) {
    case 400:
      return 'Somebody else has it meanwhile, or it is yours. Search again. Nothing was charged.'
    case 402:
      return 'Nothing was charged.'
    case 422:
      return 'Choose a number that needs no address, or buy it at the carrier and import it. Nothing was charged.'
    case 500:
      return 'If the carrier refused, nothing was charged. Give the sentence to who runs the API: its account at the carrier may be on trial.'
    case 503:
      return cause.retryAfterSeconds === undefined
        ? 'Give the sentence to who runs the API: the carrier refuses its credentials, or they lack a permission. Nothing was charged.'
        : 'Wait a few seconds, then ask again. Nothing was charged.'
    default:
      return undefined
  }
}
