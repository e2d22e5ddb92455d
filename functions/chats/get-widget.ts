import { admitVisitor } from '../../shared/actions/turns/admit-visitor.ts'
import { widgetDefaults } from '../../shared/domain/assistants/widget-settings.ts'
import { getWidget } from '../../shared/operations/chats.ts'
import { visit } from '../../shared/runtime/visit.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = visit(getWidget, async (request, { assistants }) => {
  const assistant = found(await assistants.findByUuid(request.uuid), 'widget_not_found')
  admitVisitor(request, assistant, { type: 'widget', how: 'any', missing: 'widget_not_found', isRead: true })
  return { ...widgetDefaults, ...assistant.widget_settings }
})
