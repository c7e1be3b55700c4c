import { describe, expect, it } from 'vitest'
import { bypassDisabled, mergedEnv, settingsDirectories, settingsEffort, settingsMode, settingsModel } from './value.js'

describe('values of settings', () => {
  it('lays env over the given environment, taken literally, the empty text included', () => {
    const env = mergedEnv({ merged: { env: { A: '$HOME', B: '' } } }, { A: 'x', B: 'y', C: 'z', D: undefined })
    expect(env).toEqual({ A: '$HOME', B: '', C: 'z' })
  })

  it('knows manual as another name of the default mode, and no mode it has never heard of', () => {
    expect(settingsMode({ merged: { permissions: { defaultMode: 'manual' } } })).toBe('default')
    expect(settingsMode({ merged: { permissions: { defaultMode: 'plan' } } })).toBe('plan')
    expect(settingsMode({ merged: { permissions: { defaultMode: 'yolo' } } })).toBeUndefined()
  })

  it('resolves folders against the start folder and the home folder', () => {
    const merged = { permissions: { additionalDirectories: ['../tmp', '~/x', '/abs', 7] } }
    expect(settingsDirectories({ merged }, { cwd: '/p/q', homeDir: '/h' })).toEqual(['/p/tmp', '/h/x', '/abs'])
  })

  it('reads model and switches', () => {
    const settings = {
      merged: { model: 'opus', permissions: { disableBypassPermissionsMode: 'disable' } },
    }
    expect(settingsModel(settings)).toBe('opus')
    expect(bypassDisabled(settings)).toBe(true)
    expect(bypassDisabled({ merged: {} })).toBe(false)
  })

  it('takes an effort that may last: the most is for single sessions', () => {
    const efforts = ['low', 'xhigh', 'max', 'most', 7].map((effortLevel) => settingsEffort({ merged: { effortLevel } }))
    expect(efforts).toEqual(['low', 'xhigh', undefined, undefined, undefined])
  })
})
