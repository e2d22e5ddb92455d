import { beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'

let assistant_id: number

const world = useWorld()
const user = useUser(world)

beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { timezone: 'Europe/Berlin' })
})

const create = (body: object) =>
  world.api(user.token, 'POST', '/user/campaigns', { name: 'Spring', assistant_id, ...body })

test('201 with a draft, whose defaults stand', async () => {
  const { status, body } = await create({})
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Campaign created successfully',
    data: {
      id: expect.any(Number),
      name: 'Spring',
      status: 'draft',
      assistant_id,
      timezone: 'Europe/Berlin',
      max_calls_in_parallel: 3,
      mark_complete_when_no_leads: true,
      allowed_hours_start_time: '00:00:00',
      allowed_hours_end_time: '23:59:59',
      allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      max_retries: 3,
      retry_interval: 3600,
      retry_on_voicemail: false,
      retry_on_goal_incomplete: false,
      goal_completion_variable: null,
      pause_on_failure_rate: 0.5,
      phone_number_ids: null,
      caller_id_strategy: 'rotate',
      caller_id_daily_max: 200,
      calling_rules: 'observe',
      require_consent: 'none',
      purpose: null,
      stop_reason: null,
      leads_count: { total: 0, created: 0, completed: 0, 'reached-max-retries': 0 },
      calls_in_progress: 0,
      slots: { total: 3, taken: 0, free: 3 },
      next_call_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      updated_at: expect.any(String),
    },
  })
})

test('201 with everything that can be said, numbers and flags also as text', async () => {
  const said = {
    timezone: 'America/New_York',
    max_calls_in_parallel: '100',
    mark_complete_when_no_leads: '0',
    allowed_hours_start_time: '22:00',
    allowed_hours_end_time: '02:30:15',
    allowed_days: ['friday', 'monday', 'friday'],
    max_retries: 0,
    retry_interval: 604800,
    retry_on_voicemail: 1,
  }
  expect((await create(said)).body.data).toMatchObject({
    timezone: 'America/New_York',
    max_calls_in_parallel: 100,
    mark_complete_when_no_leads: false,
    allowed_hours_start_time: '22:00:00',
    allowed_hours_end_time: '02:30:15',
    allowed_days: ['friday', 'monday'],
    max_retries: 0,
    retry_interval: 604800,
    retry_on_voicemail: true,
  })
})

test('422 for what a field cannot hold, all at once', async () => {
  const { status, body } = await create({
    name: '',
    assistant_id: 'x',
    timezone: 'Mars',
    max_calls_in_parallel: 0,
    mark_complete_when_no_leads: 'yes',
    allowed_hours_start_time: '24:00',
    allowed_hours_end_time: 9,
    allowed_days: [],
    max_retries: 11,
    retry_interval: 59,
  })
  expect(status).toBe(422)
  expect(body).toEqual({
    message: 'Validation failed',
    errors: {
      name: ['The name field is required.'],
      assistant_id: ['The assistant id field must be an integer.'],
      timezone: ['The timezone field must be a valid timezone.'],
      max_calls_in_parallel: ['The max calls in parallel field must be between 1 and 100.'],
      mark_complete_when_no_leads: ['The mark complete when no leads field must be true or false.'],
      allowed_hours_start_time: ['The allowed hours start time field must match the format H:i:s.'],
      allowed_hours_end_time: ['The allowed hours end time field must be a string.'],
      allowed_days: ['The allowed days field is required.'],
      max_retries: ['The max retries field must be between 0 and 10.'],
      retry_interval: ['The retry interval field must be between 60 and 604800.'],
    },
  })
})

test('422 for a day that is none', async () => {
  const { body } = await create({ allowed_days: ['monday', 'Funday'] })
  expect(body.errors).toEqual({ 'allowed_days.1': ['The selected allowed days.1 is invalid.'] })
})

test('404 for an assistant that is missing or somebody else’s', async () => {
  const foreign = await assistantFor(world, await world.user())
  for (const assistant_id of [foreign, 12345, 0]) {
    const { status, body } = await create({ assistant_id })
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Assistant not found' } })
  }
})

test('422 for an assistant that only answers', async () => {
  const { status, body } = await create({
    assistant_id: await assistantFor(world, user, { calls_direction: 'receive' }),
  })
  expect(status).toBe(422)
  expect(body.errors).toEqual({ assistant_id: ['The selected assistant id is invalid.'] })
})
