import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Region and account of the emulator. */

export const region = 'us-east-1'
export const account = '123456789012'
/** Credentials that the emulator accepts as the account's root user. */
export const access = { AWS_REGION: region, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }

/**
 * Host names for the emulator's certificate. A wildcard matches one label only, so AWS's names need
 * several.
 */
export const awsNames = [
  '*.amazonaws.com',
  `*.${region}.amazonaws.com`,
  `*.execute-api.${region}.amazonaws.com`,
  `*.s3.${region}.amazonaws.com`,
  // Host of requests that name a table by its ARN; the host begins with the account's id.
  `*.ddb.${region}.amazonaws.com`,
]

/** Settings of the emulator. Its URLs from `MINISTACK_HOST` look like AWS URLs. */
export const emulatorSettings = (port: number) => ({
  GATEWAY_PORT: String(port),
  BIND_HOST: '127.0.0.1',
  MINISTACK_HOST: `${region}.amazonaws.com`,
  MINISTACK_REGION: region,
  MINISTACK_ACCOUNT_ID: account,
  // Evaluates IAM policies and speaks HTTPS, as AWS does; the stack needs both.
  AUTH: 'true',
  USE_SSL: '1',
  LAMBDA_EXECUTOR: 'local',
  // An empty value makes functions use AWS's own host names.
  AWS_ENDPOINT_URL: '',
  IOT_MTLS_ENABLED: '0',
})

interface Mend {
  difference: string
  /** AWS documentation of the right behaviour, or the reason for the patch. */
  source: string
  file: string
  from: string
  to: string
}

/** Patches of the emulator's source. Its version is fixed, so each `from` exists exactly once. */
export const mends: readonly Mend[] = [
  {
    difference: 'The path in an event of an HTTP API begins with its stage',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html',
    file: 'services/apigateway.py',
    from: '        "routeKey": route_key,\n        "rawPath": path,\n',
    to: '        "routeKey": route_key,\n        "rawPath": path if stage == "$default" else f"/{stage}{path}",\n',
  },
  {
    difference: 'The address of an API has no port',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-stages.html',
    file: 'services/cloudformation/provisioners.py',
    from: `.execute-api.{_MINISTACK_HOST}:{os.environ.get('GATEWAY_PORT', '4566')}",`,
    to: '.execute-api.{_MINISTACK_HOST}",',
  },
  {
    difference: 'The address of a queue begins with the service',
    source:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-queue-message-identifiers.html',
    file: 'services/sqs.py',
    from: '{scheme}://{DEFAULT_HOST}:{DEFAULT_PORT}/{account_id}/{name}"',
    to: '{scheme}://sqs.{DEFAULT_HOST}/{account_id}/{name}"',
  },
  {
    difference: 'Drift of a rule and of an event source can be detected',
    source: 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/resource-import-supported-resources.html',
    file: 'services/cloudformation/drift.py',
    from: '    "AWS::Events::Rule": (_read_events_rule, frozenset()),\n',
    to:
      '    "AWS::Lambda::EventSourceMapping": (lambda i, _: (lambda e: e and {"Enabled": e.get("Enabled", True)})' +
      '(_lambda_svc._esms.get(i)), frozenset({"Enabled"})),\n' +
      '    "AWS::Events::Rule": (lambda i, p: (lambda r: r and {"State": r.get("State")})' +
      '(_eb._rules.get(_eb._rule_key(i, _eb_rule_bus_name(p)))), frozenset({"State"})),\n',
  },
  {
    difference: 'Drift of the key of a log group can be detected',
    source: 'https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/resource-import-supported-resources.html',
    file: 'services/cloudformation/drift.py',
    from: '        out["LogGroupClass"] = group["logGroupClass"]\n    return out\n',
    to:
      '        out["LogGroupClass"] = group["logGroupClass"]\n    if group.get("kmsKeyId"):\n' +
      '        out["KmsKeyId"] = group["kmsKeyId"]\n    return out\n',
  },
  {
    difference: 'It reads the key of a log group',
    source: 'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-logs-loggroup.html',
    file: 'services/cloudformation/drift.py',
    from: '"LogGroupName", "RetentionInDays", "LogGroupClass", "Tags"',
    to: '"LogGroupName", "RetentionInDays", "LogGroupClass", "KmsKeyId", "Tags"',
  },
  {
    difference: 'A table has the expiry, backups, protection and key of its template',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html',
    file: 'services/cloudformation/provisioners.py',
    from: '    return _ddb_create(logical_id, translated, stack_name)\n\n\ndef _ddb_global_table_delete',
    to:
      '    name, attributes = _ddb_create(logical_id, translated, stack_name)\n' +
      '    here = (props.get("Replicas") or [{}])[0]\n' +
      '    expiry = props.get("TimeToLiveSpecification") or {}\n' +
      '    _dynamodb._ttl_settings[name] = {"TimeToLiveStatus": "ENABLED" if expiry.get("Enabled") else "DISABLED",\n' +
      '        "AttributeName": expiry.get("AttributeName")}\n' +
      '    backups = here.get("PointInTimeRecoverySpecification") or {}\n' +
      '    _dynamodb._pitr_settings[name] = bool(backups.get("PointInTimeRecoveryEnabled"))\n' +
      '    _dynamodb._tables[name]["DeletionProtectionEnabled"] = bool(here.get("DeletionProtectionEnabled"))\n' +
      '    if here.get("SSESpecification"):\n' +
      '        _dynamodb._tables[name]["SSEDescription"] = {"Status": "ENABLED", "SSEType": "KMS",\n' +
      '            "KMSMasterKeyArn": here["SSESpecification"].get("KMSMasterKeyId")}\n' +
      '    return name, attributes\n\n\ndef _ddb_global_table_delete',
  },
  {
    difference: 'A bucket is encrypted with the key that its template names',
    source: 'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-s3-bucket.html',
    file: 'services/cloudformation/provisioners.py',
    from: '    ("WebsiteConfiguration", _s3_website_xml, _s3._put_bucket_website, _s3._delete_bucket_website),\n',
    to:
      '    ("WebsiteConfiguration", _s3_website_xml, _s3._put_bucket_website, _s3._delete_bucket_website),\n' +
      '    ("BucketEncryption", lambda given: "".join(["<ServerSideEncryptionConfiguration>", *("<Rule><ApplyServerSideEncryptionByDefault>"\n' +
      '        + "".join(f"<{k}>{v}</{k}>" for k, v in rule.get("ServerSideEncryptionByDefault", {}).items())\n' +
      '        + "</ApplyServerSideEncryptionByDefault></Rule>" for rule in given.get("ServerSideEncryptionConfiguration", [])),\n' +
      '        "</ServerSideEncryptionConfiguration>"]).encode(), lambda name, body: b"KMSMasterKeyID" in body and ' +
      '_s3._put_bucket_encryption(name, body), _s3._delete_bucket_encryption),\n',
  },
  {
    difference: 'The address of DynamoDB for an account names no bucket',
    source: 'https://docs.aws.amazon.com/sdkref/latest/guide/feature-account-endpoints.html',
    file: 'app.py',
    from: 'r"\\.(execute-api|lambda-url|',
    to: 'r"\\.(ddb|execute-api|lambda-url|',
  },
  {
    difference: 'A resource of a nested stack keeps its attributes when an update leaves it as it is',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getatt.html',
    file: 'services/cloudformation/provisioners.py',
    from: '                        old_tagged, new_tagged, child_name, child_logical_id,\n                    )\n',
    to:
      '                        old_tagged, new_tagged, child_name, child_logical_id,\n                    )\n' +
      '                    attrs = {**prev.get("Attributes", {}), **(attrs or {})}\n',
  },
  {
    difference: 'A function that nothing is reserved for does not run for a socket, either',
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html',
    file: 'services/apigateway.py',
    from: '        event.update(_ws_connect_fields(headers, query_params))\n\n    runtime =',
    to:
      '        event.update(_ws_connect_fields(headers, query_params))\n\n' +
      '    if lambda_svc._reserved_concurrency(func_data, func_config) == 0:\n' +
      '        return {"statusCode": 500}\n    runtime =',
  },
  {
    difference: 'What runs while its function is updated runs to its end',
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/functions-states.html',
    file: 'core/lambda_runtime.py',
    from: '    kill_workers(doomed)\n\n\ndef reset():\n',
    to:
      '    def _once_it_is_over(worker):\n        with worker._lock:\n            pass\n        kill_workers([worker])\n\n' +
      '    for _worker in doomed:\n' +
      '        threading.Thread(target=_once_it_is_over, args=(_worker,), daemon=True).start()\n\n\ndef reset():\n',
  },
  {
    difference: 'Ref of a secret is its ARN',
    source:
      'https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secret.html#aws-resource-secretsmanager-secret-return-values',
    file: 'services/cloudformation/provisioners.py',
    from: '    return name, {"Id": arn, "Arn": arn}\n\n\ndef _sm_secret_replicate',
    to: '    return arn, {"Id": arn, "Arn": arn}\n\n\ndef _sm_secret_replicate',
  },
  {
    difference: 'It would listen on port 443 too',
    source: 'The rehearsal takes one port of this machine and leaves the others to their owners.',
    file: 'app.py',
    from: 'if port != "443" and _port_is_bindable(bind_host, 443):',
    to: 'if False:',
  },
  {
    difference: 'Who may send, delete or hide a message may do so in batches',
    source:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html',
    file: 'core/iam_actions.py',
    from: '    action_name = _action_from_target(headers)\n    if action_name:\n',
    to:
      '    action_name = _action_from_target(headers)\n    if action_name and service == "sqs":\n' +
      '        action_name = action_name.removesuffix("Batch")\n    if action_name:\n',
  },
  {
    difference: 'Refusals are not logged',
    source: 'AWS has them in CloudTrail: https://docs.aws.amazon.com/IAM/latest/UserGuide/cloudtrail-integration.html',
    file: 'core/iam_actions.py',
    from: '    if service in {"ssm", "logs"} and not error_code:\n',
    to:
      '    import logging\n    logging.getLogger("iam").warning("REFUSED %s to %s on %s", action, principal_arn, resource_arn)\n' +
      '    if service in {"ssm", "logs"} and not error_code:\n',
  },
]

/** Patches the emulator's source. Idempotent. */
export const mendEmulator = async (folder: string): Promise<void> => {
  for (const { file, from, to, difference } of mends) {
    const path = join(folder, 'ministack', file)
    const text = await readFile(path, 'utf8')
    const whole = to.includes(from) ? text.replaceAll(to, from) : text
    const [before, after, more] = whole.split(from)
    if (before !== undefined && after !== undefined && more === undefined) await writeFile(path, before + to + after)
    else if (!text.includes(to)) throw new Error(`The emulator has changed: cannot mend "${difference}" in ${file}.`)
  }
}

/**
 * Hides the project's package.json from functions, because on AWS none exists above a function.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-package.html
 */
export const separateFunctions = (folder: string): Promise<void> => writeFile(join(folder, 'package.json'), '{}')

interface Resource {
  Type: string
  Properties?: Record<string, unknown>
  DependsOn?: string | string[]
}

export interface PlainTemplate {
  Resources: Record<string, Resource>
}

const unmakeable: readonly { is: (resource: Resource) => boolean; why: string }[] = [
  {
    is: ({ Type, Properties }) => Type === 'AWS::CloudWatch::Alarm' && Properties?.Metrics !== undefined,
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html
    why: 'an alarm on an expression over several metrics',
  },
  {
    is: ({ Type }) => Type === 'Custom::S3AutoDeleteObjects',
    // https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html#nodejs-sdk-included
    why: 'its function takes the SDK from the Lambda runtime, and the emulator has none',
  },
]

/** Removes resources that the emulator cannot create. Lists each in `leftOut` with the reason. */
export const withoutUnmakeable = (template: PlainTemplate): { template: PlainTemplate; leftOut: string[] } => {
  const whyNot = (id: string) => {
    const resource = template.Resources[id]
    return resource && unmakeable.find(({ is }) => is(resource))?.why
  }
  const kept = Object.entries(template.Resources)
    .filter(([id]) => !whyNot(id))
    .map(([id, { DependsOn = [], ...resource }]) => {
      const needed = [DependsOn].flat().filter((other) => !whyNot(other))
      return [id, needed.length > 0 ? { ...resource, DependsOn: needed } : resource]
    })
  const leftOut = Object.entries(template.Resources).flatMap(([id, { Type }]) => {
    const why = whyNot(id)
    return why ? [`${id} (${Type}): ${why}`] : []
  })
  return { template: { ...template, Resources: Object.fromEntries(kept) }, leftOut }
}

/** Port of this machine for host names that end in `under`. */
export interface LocalAddress {
  under: string
  port: number
}

/**
 * Writes a script for Node's `--require`. It redirects connections to these host names to ports of
 * this machine.
 */
export const writeNames = (file: string, places: LocalAddress[]): Promise<void> =>
  writeFile(
    file,
    `const places = ${JSON.stringify(places)}
const placeOf = (host) => places.find(({ under }) => host === under || String(host).endsWith('.' + under))
const { Socket } = require('node:net')
const { connect } = Socket.prototype
Socket.prototype.connect = function (...given) {
  const list = Array.isArray(given[0]) ? given[0] : given
  const place = list[0] && typeof list[0] === 'object' && placeOf(list[0].host)
  if (place) list[0] = { ...list[0], host: '127.0.0.1', port: place.port }
  return connect.apply(this, given)
}
// A receiver of webhooks must have a public address; the connection is led here all the same.
const { Resolver } = require('node:dns').promises
const { resolve4, resolve6 } = Resolver.prototype
Resolver.prototype.resolve4 = function (host, ...more) {
  return placeOf(host) ? Promise.resolve(['1.1.1.1']) : resolve4.call(this, host, ...more)
}
Resolver.prototype.resolve6 = function (host, ...more) {
  return placeOf(host) ? Promise.resolve([]) : resolve6.call(this, host, ...more)
}
`,
  )
